import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/client.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, DAY, type Instant, secondsUntil } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { rateLimited } from '../../../platform/api-errors.ts';
import { Sequences } from '../../../platform/concurrency/sequences.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import { findDeletion, findProfile, listGuardians, type Profile } from '../../accounts/index.ts';
import { countAgainstLimit } from '../codes/limits-store.ts';
import { refundUnlessCompared } from '../codes/refund-attempt.ts';
import { pinLockedEmail } from '../emails.ts';
import { isPin, LOCK_EMAIL_LIMIT } from '../rules.ts';
import { deviceKeys } from '../sessions/devices.ts';
import { findDevice } from '../sessions/devices-store.ts';
import { signIn, type Token } from '../sessions/sessions.ts';
import { hashQueue, isRightPin } from './pin-hash.ts';
import { UNKNOWN_DEVICE } from './pin-lock.ts';
import {
  clearPinFailures,
  countPinAttempt,
  findLock,
  findPinHash,
  lockPinRow,
  refundPinAttempt,
} from './pins-store.ts';

/** A child's sign-in by profile and PIN (spec, login/child; waits: gap 18). */
export async function loginChild(
  ctx: Context,
  profileId: string,
  pin: string,
  client: Client,
): Promise<Token & { profile: Profile }> {
  const profile = await findProfile(ctx.db, profileId);
  const hash = profile && (await findPinHash(ctx.db, profile.id));
  if (!profile || hash === undefined) throw new ApiError('NOT_FOUND', localized.access.unknownProfile);
  if (!isPin(pin)) throw new ApiError('INVALID_PIN', localized.access.wrongPin);

  const device = (await findDevice(ctx.db, profile.id, deviceKeys(ctx, client))) ?? UNKNOWN_DEVICE;
  const lockEnd = await findLock(ctx.db, profile.id, device, ctx.now());
  if (lockEnd !== undefined) throw rateLimited(secondsUntil(ctx.now(), lockEnd)); // without joining the queue
  const attempt: Attempt = { profile, device, hash };
  const comparison = await attempts.run(profile.id, () => tryPin(ctx, attempt, pin, client));
  if (!comparison.isRight) {
    if (comparison.lockedUntil !== undefined) await notifyGuardians(ctx, profile, comparison.lockedUntil);
    throw new ApiError('INVALID_PIN', localized.access.wrongPin);
  }
  const session = await refundUnlessCompared(
    ctx,
    () => ctx.write((unit) => openSession(unit, attempt, client)),
    (tx) => refundPinAttempt(tx, profile.id, device, comparison.lockedUntil),
  );
  if (session instanceof ApiError) throw session; // thrown after the transaction, so that its writes are kept
  return session;
}

interface Attempt {
  readonly profile: Profile;
  readonly device: string;
  /** The PIN's hash as it was when the attempt began. */
  readonly hash: string;
}

/**
 * A child's attempts follow each other, because each counts as a failure until it is compared: otherwise five taps at once
 * would lock the device.
 */
const attempts = new Sequences();

/**
 * Counts an attempt as a failure and then compares it. It is counted before it waits for its turn at hashing, so that nobody
 * holds a turn while waiting for the database. An attempt that gets no turn is refunded.
 */
async function tryPin(ctx: Context, { profile, device, hash }: Attempt, pin: string, client: Client) {
  const now = ctx.now();
  const { refusedUntil, lockedUntil } = await ctx.write(({ tx }) => countPinAttempt(tx, profile.id, device, now));
  if (refusedUntil !== undefined) throw rateLimited(secondsUntil(now, refusedUntil));
  const isRight = await refundUnlessCompared(
    ctx,
    () => hashQueue(() => isRightPin(ctx, pin, hash), { client: profile.id, waitedMs: client.elapsedMs }),
    (tx) => refundPinAttempt(tx, profile.id, device, lockedUntil),
  );
  return { isRight, lockedUntil };
}

/** Signs in after a right PIN. An error is returned and not thrown, so that the failures before it are cleared too. */
async function openSession(unit: UnitOfWork, { profile, device, hash }: Attempt, client: Client) {
  const { tx } = unit;
  // A guardian may have changed the PIN or scheduled a deletion while this PIN was compared.
  if ((await lockPinRow(tx, profile.id)) !== hash) return new ApiError('INVALID_PIN', localized.access.wrongPin);
  await clearPinFailures(tx, profile.id, device);
  const deletion = await findDeletion(tx, profile.id);
  if (deletion && deletion.erasing_since !== null) return new ApiError('NOT_FOUND', localized.access.unknownProfile);
  if (deletion) return new ApiError('FORBIDDEN', localized.access.toBeDeleted, { reason: 'to_be_deleted' });
  return { ...(await signIn(unit, profile, client)), profile };
}

/** Notifies the guardians that wrong PINs have locked a device, at most once an hour (gap 95). */
async function notifyGuardians(ctx: Context, child: Profile, until: Instant): Promise<void> {
  const now = ctx.now();
  await ctx.write(async ({ tx }) => {
    if (!(await countAgainstLimit(tx, LOCK_EMAIL_LIMIT, child.id, now)).within) return;
    for (const guardian of await listGuardians(tx, child.id)) {
      if (guardian.email === null) continue;
      const recipient = { email: guardian.email, language: toLanguage(guardian.language) };
      const topic = `pin locked ${child.id} ${guardian.id}`;
      await ctx.outbox.enqueue(tx, pinLockedEmail(ctx, recipient, child), {
        topic,
        now,
        expiresAt: addSeconds(until, DAY),
        kind: 'security',
      });
    }
  });
}
