import { secondsUntil } from '../../core/instant.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Client } from '../../platform/http/client.ts';
import { tooMany } from '../../platform/http/gate.ts';
import { findProfile, type Profile } from '../accounts/index.ts';
import { deviceKeys } from './devices.ts';
import { findDeviceOf } from './devices-store.ts';
import { isRightPin } from './pins.ts';
import { clearPinTries, countPinTry, findPinHash } from './pins-store.ts';
import { isPin, UNKNOWN_PLACE } from './rules.ts';
import { signIn, type Token } from './sessions.ts';
import { NO_SUCH_PROFILE, WRONG_PIN } from './words.ts';

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
  const lockedUntil = await ctx.write((tx) => countPinTry(tx, profile.id, place, now));
  if (lockedUntil !== undefined) throw tooMany(secondsUntil(now, lockedUntil));

  if (!(await isRightPin(ctx, pin, hash))) throw new Refusal('INVALID_PIN', WRONG_PIN);
  return ctx.write(async (tx) => {
    await clearPinTries(tx, profile.id, place);
    return { ...(await signIn(ctx, tx, profile, client)), profile };
  });
}
