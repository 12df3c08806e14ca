import { DAY, type Instant, plusSeconds, secondsUntil } from '../../core/instant.ts';
import { speaks } from '../../core/languages.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Client } from '../../platform/http/client.ts';
import { tooMany } from '../../platform/http/gate.ts';
import { findDeletion, findProfile, listGuardians, type Profile } from '../accounts/index.ts';
import { raise } from './counters-store.ts';
import { deviceKeys } from './devices.ts';
import { findDeviceOf } from './devices-store.ts';
import { isRightPin } from './pins.ts';
import { clearPinTries, countPinTry, findPinHash, lockPin } from './pins-store.ts';
import { isPin, LOCK_LETTERS, UNKNOWN_PLACE } from './rules.ts';
import { pinLockedLetter } from './security-letters.ts';
import { signIn, type Token } from './sessions.ts';
import { NO_SUCH_PROFILE, TO_BE_DELETED, WRONG_PIN } from './words.ts';

/** A child's sign-in by profile and PIN (spec, login/child; waits: gap 18). */
export async function loginChild(
  ctx: Context,
  profileId: string,
  pin: string,
  client: Client,
): Promise<Token & { profile: Profile }> {
  const profile = await findProfile(ctx.db, profileId);
  const hash = profile && (await findPinHash(ctx.db, profile.id));
  if (!profile || hash === undefined) throw new Refusal('NOT_FOUND', NO_SUCH_PROFILE);
  if (!isPin(pin)) throw new Refusal('INVALID_PIN', WRONG_PIN);

  const place = (await findDeviceOf(ctx.db, profile.id, deviceKeys(ctx, client))) ?? UNKNOWN_PLACE;
  const now = ctx.now();
  const { refusedUntil, shutUntil } = await ctx.write((tx) => countPinTry(tx, profile.id, place, now));
  if (refusedUntil !== undefined) throw tooMany(secondsUntil(now, refusedUntil));

  if (!(await isRightPin(ctx, pin, hash))) {
    if (shutUntil !== undefined) await tellGuardians(ctx, profile, shutUntil);
    throw new Refusal('INVALID_PIN', WRONG_PIN);
  }
  return ctx.write(async (tx) => {
    // A guardian may have changed the PIN, or planned the end of the profile, while this one was looked at.
    if ((await lockPin(tx, profile.id)) !== hash) throw new Refusal('INVALID_PIN', WRONG_PIN);
    if (await findDeletion(tx, profile.id)) throw new Refusal('FORBIDDEN', TO_BE_DELETED, { reason: 'to_be_deleted' });
    await clearPinTries(tx, profile.id, place);
    return { ...(await signIn(ctx, tx, profile, client)), profile };
  });
}

/** Wrong PINs have shut a place: the guardians hear of it, once an hour (gap 95). */
async function tellGuardians(ctx: Context, child: Profile, until: Instant): Promise<void> {
  const now = ctx.now();
  await ctx.write(async (tx) => {
    if (!(await raise(tx, LOCK_LETTERS, child.id, now)).within) return;
    for (const guardian of await listGuardians(tx, child.id)) {
      if (guardian.email === null) continue;
      const letter = pinLockedLetter(ctx, guardian.email, speaks(guardian.language), child);
      const topic = `pin locked ${child.id} ${guardian.id}`;
      await ctx.mail.post(tx, letter, { topic, now, expiresAt: plusSeconds(until, DAY) });
    }
  });
}
