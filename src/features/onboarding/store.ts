import type { Instant } from '../../core/time/instant.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { CONSENT_TEXT_VERSION } from '../accounts/index.ts';

export async function findCompletionTime({ db }: Context, profileId: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('onboardings')
    .select('completed_at')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row?.completed_at ?? null;
}

/** Stores when a profile completed onboarding. An earlier time of completion does not change. */
export async function insertCompletion({ db, now }: TxContext, profileId: string): Promise<void> {
  await db
    .insertInto('onboardings')
    .values({ profile_id: profileId, completed_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** When a parent first confirmed having read the privacy page; null before that. */
export async function findPrivacyConfirmationTime({ db }: Context, profileId: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('privacy_readings')
    .select('read_at')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row?.read_at ?? null;
}

/** Records that a parent has confirmed having read the privacy page, which completes the step `review_privacy`. */
export async function confirmPrivacyPage(ctx: Context, profileId: string): Promise<void> {
  await ctx.write(async ({ db, now }) => {
    await db
      .insertInto('privacy_readings')
      .values({ profile_id: profileId, read_at: now(), consent_version: null, consented_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Whether a parent has agreed, in the panel, to the present text about what is stored. */
export async function hasAgreedToStorage({ db }: Context, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('privacy_readings')
    .select('consent_version')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row?.consent_version === CONSENT_TEXT_VERSION;
}

/** Records that a parent has agreed to the present text. The page shows the notice, so the step `review_privacy` is done, too. */
export async function agreeToStorage(ctx: Context, profileId: string): Promise<void> {
  if (await hasAgreedToStorage(ctx, profileId)) return;
  await ctx.write(async ({ db, now }) => {
    const consent = { consent_version: CONSENT_TEXT_VERSION, consented_at: now() };
    await db
      .insertInto('privacy_readings')
      .values({ profile_id: profileId, read_at: now(), ...consent })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(consent))
      .execute();
  });
}
