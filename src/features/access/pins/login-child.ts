import { addSeconds, DAY, type Instant, secondsUntil } from '../../../core/instant.ts';
import { languageFor } from '../../../core/languages.ts';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Client } from '../../../platform/http/client.ts';
import { rateLimited } from '../../../platform/http/security/auth.ts';
import { findDeletion, findProfile, listGuardians, type Profile } from '../../accounts/index.ts';
import { spendBudget } from '../codes/budgets-store.ts';
import { refundUnlessCompared } from '../codes/refund-attempt.ts';

import { isPin, LOCK_EMAIL_BUDGET, UNKNOWN_DEVICE } from '../rules.ts';
import { pinLockedEmail } from '../security-emails.ts';
import { deviceKeys } from '../sessions/devices.ts';
import { findDeviceOf } from '../sessions/devices-store.ts';
import { signIn, type Token } from '../sessions/sessions.ts';
import { inTurn, isRightPin } from './pin-hash.ts';
import { clearPinFailures, countPinAttempt, findLock, findPinHash, giveBackPinTry, lockPinRow } from './pins-store.ts';

/** A child's sign-in by profile and PIN (spec, login/child; waits: gap 18). */
export async function loginChild(
  ctx: Context,
  profileId: string,
  pin: string,
  client: Client,
): Promise<Token & { profile: Profile }> {
  const profile = await findProfile(ctx.db, profileId);
  const hash = profile && (await findPinHash(ctx.db, profile.id));
  if (!profile || hash === undefined) throw new Refusal('NOT_FOUND', localized.access.unknownProfile);
  if (!isPin(pin)) throw new Refusal('INVALID_PIN', localized.access.wrongPin);

  const place = (await findDeviceOf(ctx.db, profile.id, deviceKeys(ctx, client))) ?? UNKNOWN_DEVICE;
  const shut = await findLock(ctx.db, profile.id, place, ctx.now());
  if (shut !== undefined) throw rateLimited(secondsUntil(ctx.now(), shut)); // it takes no place in the queue
  const attempt: Attempt = { profile, place, hash };
  const tried = await inTurn(() => tryPin(ctx, attempt, pin));
  if (!tried.isRight) {
    if (tried.shutUntil !== undefined) await tellGuardians(ctx, profile, tried.shutUntil);
    throw new Refusal('INVALID_PIN', localized.access.wrongPin);
  }
  const entered = await refundUnlessCompared(
    ctx,
    () => ctx.write((tx) => enter(ctx, tx, attempt, client)),
    (tx) => giveBackPinTry(tx, profile.id, place, tried.shutUntil),
  );
  if (entered instanceof Refusal) throw entered; // only now: what was written with it stays
  return entered;
}

interface Attempt {
  readonly profile: Profile;
  readonly place: string;
  /** The PIN's hash as it was when the attempt began. */
  readonly hash: string;
}

/**
 * Counts a try as a failure and compares it at once: whoever waits in vain for a turn, or is cut off while waiting, has
 * not tried.
 */
async function tryPin(ctx: Context, { profile, place, hash }: Attempt, pin: string) {
  const now = ctx.now();
  const { refusedUntil, shutUntil } = await ctx.write((tx) => countPinAttempt(tx, profile.id, place, now));
  if (refusedUntil !== undefined) throw rateLimited(secondsUntil(now, refusedUntil));
  const isRight = await refundUnlessCompared(
    ctx,
    () => isRightPin(ctx, pin, hash),
    (tx) => giveBackPinTry(tx, profile.id, place, shutUntil),
  );
  return { isRight, shutUntil };
}

/** Signs in whoever has typed the right PIN; a refusal is returned, so that the wrong tries before it are forgotten too. */
async function enter(ctx: Context, tx: Tx, { profile, place, hash }: Attempt, client: Client) {
  // A guardian may have changed the PIN, or planned the end of the profile, while this one was looked at.
  if ((await lockPinRow(tx, profile.id)) !== hash) return new Refusal('INVALID_PIN', localized.access.wrongPin);
  await clearPinFailures(tx, profile.id, place);
  if (await findDeletion(tx, profile.id))
    return new Refusal('FORBIDDEN', localized.access.toBeDeleted, { reason: 'to_be_deleted' });
  return { ...(await signIn(ctx, tx, profile, client)), profile };
}

/** Wrong PINs have shut a place: the guardians hear of it, once an hour (gap 95). */
async function tellGuardians(ctx: Context, child: Profile, until: Instant): Promise<void> {
  const now = ctx.now();
  await ctx.write(async (tx) => {
    if (!(await spendBudget(tx, LOCK_EMAIL_BUDGET, child.id, now)).within) return;
    for (const guardian of await listGuardians(tx, child.id)) {
      if (guardian.email === null) continue;
      const letter = pinLockedEmail(ctx, guardian.email, languageFor(guardian.language), child);
      const topic = `pin locked ${child.id} ${guardian.id}`;
      await ctx.mail.enqueue(tx, letter, { topic, now, expiresAt: addSeconds(until, DAY) });
    }
  });
}
