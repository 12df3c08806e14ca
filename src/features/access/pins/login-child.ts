import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/caller.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, countSecondsUntil, DAY, type Instant } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createRateLimitedError } from '../../../platform/api-errors.ts';
import { SequentialRunner } from '../../../platform/concurrency/sequential-runner.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { SavedProfileRow } from '../../../schema/tables.ts';
import { findPlannedDeletion, findProfile, listGuardians, type Profile } from '../../accounts/index.ts';
import { countAgainstLimit } from '../codes/limits-store.ts';
import { composePinLockedEmail } from '../emails.ts';
import { isPin, LOCK_EMAIL_LIMIT } from '../rules.ts';
import { computeDeviceKeys } from '../sessions/devices.ts';
import { findSavedDevice } from '../sessions/devices-store.ts';
import { type IssuedToken, signInToApp } from '../sessions/sessions.ts';
import { comparisonQueue, isCorrectPin } from './pin-hash.ts';
import { FORMER_DEVICES, UNKNOWN_DEVICE } from './pin-lock.ts';
import {
  clearDeviceLock,
  countPinAttempt,
  findDeviceLockEnd,
  findPin,
  lockPinRow,
  refundPinAttempt,
} from './pins-store.ts';

/**
 * Signs a child in with a profile id and a PIN (spec, login/child; gap 18 for the locks). Refuses an unknown profile (404), a
 * wrong PIN (401), a locked device (429), and a child that will be deleted (403).
 */
export async function loginChild(
  ctx: Context,
  profileId: string,
  pin: string,
  client: Client,
): Promise<IssuedToken & { profile: Profile }> {
  const profile = await findProfile(ctx, profileId);
  const storedPin = profile && (await findPin(ctx, profile.id));
  if (!profile || !storedPin) throw new ApiError('NOT_FOUND', localized.access.unknownProfile);
  if (!isPin(pin)) throw new ApiError('INVALID_PIN', localized.access.wrongPin);

  const device = await findSavedDevice(ctx, profile.id, computeDeviceKeys(ctx, client));
  const lockKey = getLockKey(device, storedPin.set_at, ctx.now());
  const lockEnd = await findDeviceLockEnd(ctx, profile.id, lockKey);
  // Refused before the PIN is compared, so that a locked device does not occupy a slot in the queue for comparisons.
  if (lockEnd !== undefined) throw createRateLimitedError(countSecondsUntil(ctx.now(), lockEnd));
  const attempt: PinAttempt = { profile, lockKey, hash: storedPin.hash };
  const comparison = await attemptRunner.run(`${profile.id} ${lockKey}`, () =>
    countAndComparePin(ctx, attempt, pin, client),
  );
  if (!comparison.isCorrect) {
    ctx.logSecurity({ event: comparison.lockedUntil ? 'locked' : 'sign-in-failed', kind: 'pin', subject: profile.id });
    if (comparison.lockedUntil !== undefined) await notifyGuardiansOfLock(ctx, profile, comparison.lockedUntil);
    throw new ApiError('INVALID_PIN', localized.access.wrongPin);
  }
  const outcome = await refundOnOutage(
    ctx,
    () => ctx.write((ctx) => signInAfterCorrectPin(ctx, attempt, client)),
    (ctx) => refundPinAttempt(ctx, profile.id, lockKey, comparison.lockedUntil),
  );
  if (outcome instanceof ApiError) throw outcome; // thrown after the transaction, so that its writes are kept
  return outcome;
}

/**
 * The key under which wrong PINs of a device are counted. A `pinSetAt` in the future was stored while the clock was wrong, and
 * is ignored.
 */
function getLockKey(
  device: Pick<SavedProfileRow, 'device_key' | 'saved_at'> | undefined,
  pinSetAt: Instant,
  now: Instant,
): string {
  if (!device) return UNKNOWN_DEVICE;
  return device.saved_at >= pinSetAt || pinSetAt > now ? device.device_key : FORMER_DEVICES;
}

interface PinAttempt {
  readonly profile: Profile;
  /** The key of a device, FORMER_DEVICES or UNKNOWN_DEVICE. */
  readonly lockKey: string;
  /** The PIN's hash as it was when the attempt began. */
  readonly hash: string;
}

/**
 * The attempts of a device to sign in to a profile run one after another, because each attempt counts as a failure until its
 * PIN has been compared. If the attempts ran concurrently, ten quick taps on the button would lock the device.
 */
const attemptRunner = new SequentialRunner();

/**
 * Counts an attempt as a failure and then compares its PIN. The attempt is counted before it joins `comparisonQueue`, so that
 * it occupies no slot of the queue while it waits for the database. An attempt that the queue refuses is subtracted again.
 */
async function countAndComparePin(ctx: Context, { profile, lockKey, hash }: PinAttempt, pin: string, client: Client) {
  const now = ctx.now();
  const { refusedUntil, lockedUntil } = await ctx.write((ctx) => countPinAttempt(ctx, profile.id, lockKey));
  if (refusedUntil !== undefined) throw createRateLimitedError(countSecondsUntil(now, refusedUntil));
  const isCorrect = await refundOnOutage(
    ctx,
    () =>
      comparisonQueue(() => isCorrectPin(ctx, pin, hash), { client: client.address, waitedMs: client.msSinceArrival }),
    (ctx) => refundPinAttempt(ctx, profile.id, lockKey, lockedUntil),
  );
  return { isCorrect, lockedUntil };
}

/**
 * Runs `work`, for which an attempt was counted. If it fails with an error that is not an ApiError, such as an outage, the
 * attempt is subtracted again, because only completed comparisons count. If `refund` fails too, the first error is thrown.
 */
async function refundOnOutage<T>(
  ctx: Context,
  work: () => Promise<T>,
  refund: (ctx: TxContext) => Promise<void>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) {
      await ctx.write((ctx) => refund(ctx)).catch((err) => ctx.log.warn({ err }, 'could not refund an attempt'));
    }
    throw error;
  }
}

/**
 * Signs in after a correct PIN. Returns an error instead of throwing it, because throwing would restore the failures that
 * were cleared in the same transaction.
 */
async function signInAfterCorrectPin(ctx: TxContext, { profile, lockKey, hash }: PinAttempt, client: Client) {
  // A guardian may have changed the PIN or scheduled a deletion while this PIN was compared.
  if ((await lockPinRow(ctx, profile.id)) !== hash) return new ApiError('INVALID_PIN', localized.access.wrongPin);
  await clearDeviceLock(ctx, profile.id, lockKey);
  const deletion = await findPlannedDeletion(ctx, profile.id);
  if (deletion && deletion.erasing_since !== null) return new ApiError('NOT_FOUND', localized.access.unknownProfile);
  if (deletion) return new ApiError('FORBIDDEN', localized.access.toBeDeleted, { reason: 'to_be_deleted' });
  return { ...(await signInToApp(ctx, profile, client)), profile };
}

/** Notifies the guardians that wrong PINs have locked a device, at most once an hour (gap 95). */
async function notifyGuardiansOfLock(ctx: Context, child: Profile, lockedUntil: Instant): Promise<void> {
  const now = ctx.now();
  await ctx.write(async (ctx) => {
    if (!(await countAgainstLimit(ctx, LOCK_EMAIL_LIMIT, child.id)).isWithinLimit) return;
    for (const guardian of await listGuardians(ctx, child.id)) {
      if (guardian.email === null) continue;
      const recipient = { email: guardian.email, language: toLanguage(guardian.language) };
      const topic = `pin locked ${child.id} ${guardian.id}`;
      await ctx.outbox.enqueue(ctx, composePinLockedEmail(ctx, recipient, child), {
        topic,
        now,
        expiresAt: addSeconds(lockedUntil, DAY),
        kind: 'security',
      });
    }
  });
}
