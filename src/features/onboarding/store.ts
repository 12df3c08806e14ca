import type { Instant } from '../../core/time/instant.ts';
import type { Reader, Tx } from '../../platform/database/index.ts';

export async function findCompletionTime(db: Reader, profileId: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('onboardings')
    .select('completed_at')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row?.completed_at ?? null;
}

/** Stores when a profile completed onboarding. An earlier time of completion does not change. */
export async function insertCompletion(tx: Tx, profileId: string, now: Instant): Promise<void> {
  await tx
    .insertInto('onboardings')
    .values({ profile_id: profileId, completed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** When a parent first confirmed having read the privacy page; null before that. */
export async function findPrivacyConfirmationTime(db: Reader, profileId: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('privacy_readings')
    .select('read_at')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row?.read_at ?? null;
}

/** Stores when a parent first confirmed having read the privacy page. */
export async function insertPrivacyConfirmation(tx: Tx, profileId: string, now: Instant): Promise<void> {
  await tx
    .insertInto('privacy_readings')
    .values({ profile_id: profileId, read_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
