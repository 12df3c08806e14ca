import type { Instant } from '../../../core/instant.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import type { Tx } from '../../../platform/database/index.ts';

/** Ended sign-ins in the app go from the oldest on when there are more than are kept. */
export async function pruneSessions(tx: Tx, profileId: string, now: Instant): Promise<void> {
  const ended = tx
    .selectFrom('sessions')
    .select('id')
    .where('profile_id', '=', profileId)
    .where((where) => where.or([where('revoked_at', 'is not', null), where('expires_at', '<=', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ALL)
    .offset(QUOTAS.endedSessions);
  await tx.deleteFrom('sessions').where('id', 'in', ended).execute();
}

/** Of a parent's panel sessions the oldest open ones end, and the oldest ended ones go. */
export async function prunePanelSessions(tx: Tx, profileId: string, now: Instant): Promise<void> {
  const of = (state: 'is' | 'is not', kept: number) =>
    tx
      .selectFrom('panel_sessions')
      .select('id')
      .where('profile_id', '=', profileId)
      .where('ended_at', state, null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(ALL)
      .offset(kept);
  await tx
    .updateTable('panel_sessions')
    .set({ ended_at: now })
    .where('id', 'in', of('is', QUOTAS.openSessions))
    .execute();
  await tx.deleteFrom('panel_sessions').where('id', 'in', of('is not', QUOTAS.endedSessions)).execute();
}

/** SQLite has no offset without a limit. */
const ALL = 1_000_000;
