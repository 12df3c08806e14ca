import { QUOTAS } from '../../../core/quotas.ts';
import type { TxContext } from '../../../platform/context.ts';

/** Deletes the oldest ended app sessions beyond the quota. */
export async function pruneAppSessions({ db, now }: TxContext, profileId: string): Promise<void> {
  const excessIds = db
    .selectFrom('sessions')
    .select('id')
    .where('profile_id', '=', profileId)
    .where((eb) => eb.or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', now())]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NO_LIMIT)
    .offset(QUOTAS.endedSessions);
  await db.deleteFrom('sessions').where('profile_id', '=', profileId).where('id', 'in', excessIds).execute();
}

/** Ends a parent's oldest open panel sessions and deletes the oldest ended ones, each beyond its quota. */
export async function prunePanelSessions({ db, now }: TxContext, profileId: string): Promise<void> {
  const selectExcessIds = (operator: 'is' | 'is not', quota: number) =>
    db
      .selectFrom('panel_sessions')
      .select('id')
      .where('profile_id', '=', profileId)
      .where('ended_at', operator, null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(NO_LIMIT)
      .offset(quota);
  await db
    .updateTable('panel_sessions')
    .set({ ended_at: now() })
    .where('profile_id', '=', profileId)
    .where('id', 'in', selectExcessIds('is', QUOTAS.openSessions))
    .execute();
  await db
    .deleteFrom('panel_sessions')
    .where('profile_id', '=', profileId)
    .where('id', 'in', selectExcessIds('is not', QUOTAS.endedSessions))
    .execute();
}

/** SQLite requires a limit for an offset. No profile has this many sessions. */
const NO_LIMIT = 1_000_000;
