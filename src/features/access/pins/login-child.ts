import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/caller.ts';
import { getIpSite } from '../../../core/requests/ip-address.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, countSecondsUntil, DAY, type Instant } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createRateLimitedError } from '../../../platform/api-errors.ts';
import { SequentialRunner } from '../../../platform/concurrency/sequential-runner.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { PinRow } from '../../../schema/tables.ts';
import { cancelDeletion, findPlannedDeletion, findProfile, listGuardians, type Profile } from '../../accounts/index.ts';
import { countAgainstLimit } from '../codes/limits-store.ts';
import { composeWrongPinsEmail } from '../emails.ts';
import { isPin, WRONG_PIN_EMAIL_LIMIT } from '../rules.ts';
import { computeDeviceKeys, hasUnguessableDevice } from '../sessions/devices.ts';
import { findSavedDevice } from '../sessions/devices-store.ts';
import { type IssuedToken, signInToApp } from '../sessions/sessions.ts';
import { isEasyPin } from './easy-pins.ts';
import { FORMER_DEVICES, findPinWaitEnd, type PinSource, UNKNOWN_DEVICES } from './pin-budgets.ts';
import { comparisonQueue, isCorrectPin } from './pin-hash.ts';
import { findPin, lockPinRow, markPin } from './pins-store.ts';
import { countPin, deleteWrongPin, excuseWrongPins, listWrongPins } from './wrong-pins-store.ts';

/**
 * Signs a child in with a profile id and a PIN (spec, login/child; gap 18 for the budgets). Refuses an unknown profile (404), a
 * wrong PIN (401), a PIN over a budget (429), and a child that will be deleted (403).
 */
export async function loginChild(
  ctx: Context,
  profileId: string,
  pin: string,
  client: Client,
): Promise<IssuedToken & { profile: Profile }> {
  return withCorrectPin(ctx, { profileId, pin, client }, async (ctx, profile) => ({
    ...(await signInToApp(ctx, profile, client)),
    profile,
  }));
}

/** A PIN that a client has entered for a profile. */
interface EnteredPin {
  readonly profileId: string;
  readonly pin: string;
  readonly client: Client;
}

/** Checks a PIN within its budgets, and runs `work` in the transaction that records the correct attempt. Refuses as `loginChild` does. */
export async function withCorrectPin<T>(
  ctx: Context,
  { profileId, pin, client }: EnteredPin,
  work: (ctx: TxContext, profile: Profile) => Promise<T>,
): Promise<T> {
  const profile = await findProfile(ctx, profileId);
  const storedPin = profile && (await findPin(ctx, profile.id));
  if (!profile || !storedPin) throw new ApiError('NOT_FOUND', localized.access.unknownProfile);
  if (!isPin(pin)) throw new ApiError('INVALID_PIN', localized.access.wrongPin);

  const now = ctx.now();
  const source = await findSource(ctx, profile.id, storedPin.set_at, client);
  // Refused before the attempt waits for its turn, so that a device that has to wait delays nobody.
  const waitEndsAt = findPinWaitEnd(await listWrongPins(ctx, source), source, now);
  if (waitEndsAt !== undefined) {
    ctx.logSecurity({ event: 'budget-spent', kind: 'wrong PINs', subject: profile.id });
    throw createRateLimitedError(countSecondsUntil(now, waitEndsAt));
  }
  const attempt: PinAttempt<T> = { profile, source, storedPin, work };
  return runInTurn(listTurns(source), () => countAndCompare(ctx, attempt, pin, client));
}

/**
 * Finds out for whom a wrong PIN counts. A `pinSetAt` in the future was stored while the clock was wrong, and is ignored.
 */
async function findSource(ctx: Context, profileId: string, pinSetAt: Instant, client: Client): Promise<PinSource> {
  const deviceKeys = computeDeviceKeys(ctx, client);
  const device = hasUnguessableDevice(client) ? await findSavedDevice(ctx, profileId, deviceKeys) : undefined;
  const hasSignedIn = device?.connected_at === null;
  if (device && hasSignedIn && (device.saved_at >= pinSetAt || pinSetAt > ctx.now()))
    return { profileId, lockKey: device.device_key, deviceKeys, siteKey: null };
  const siteKey = ctx.secrets.hashWithPepper('address', getIpSite(client.address));
  return { profileId, lockKey: device ? FORMER_DEVICES : UNKNOWN_DEVICES, deviceKeys, siteKey };
}

interface PinAttempt<T> {
  readonly profile: Profile;
  readonly source: PinSource;
  /** As it was when the attempt began. */
  readonly storedPin: Omit<PinRow, 'profile_id'>;
  /** What a correct PIN does. */
  readonly work: (ctx: TxContext, profile: Profile) => Promise<T>;
}

/**
 * Attempts that count for the same budget run one after another, because each attempt counts as wrong until its PIN has been
 * compared. If the attempts ran concurrently, a few quick taps on the button would use up the budget.
 */
const attemptRunner = new SequentialRunner();

/** The queues in which an attempt waits for its turn. They are in the same order for all attempts, so that none wait for each other. */
function listTurns({ profileId, lockKey, deviceKeys, siteKey }: PinSource): string[] {
  return [`${profileId} ${lockKey}`, ...deviceKeys.slice(0, 1), ...(siteKey === null ? [] : [siteKey])];
}

function runInTurn<T>([turn, ...otherTurns]: readonly string[], work: () => Promise<T>): Promise<T> {
  return turn === undefined ? work() : attemptRunner.run(turn, () => runInTurn(otherTurns, work));
}

/**
 * Counts an attempt as wrong, compares its PIN, and does what a correct PIN does. The attempt is counted before it joins
 * `comparisonQueue`, so that it occupies no slot of the queue while it waits for the database. An attempt that the queue refuses is
 * subtracted again.
 */
async function countAndCompare<T>(ctx: Context, attempt: PinAttempt<T>, pin: string, client: Client): Promise<T> {
  const { profile, source, storedPin } = attempt;
  const counted = await ctx.write((ctx) => countPin(ctx, source));
  if (counted.waitEndsAt !== undefined) throw createRateLimitedError(countSecondsUntil(ctx.now(), counted.waitEndsAt));
  const outcome = await refundOnOutage(ctx, counted.id, async () => {
    const isCorrect = await comparisonQueue(() => isCorrectPin(ctx, pin, storedPin.hash), {
      client: client.address,
      waitedMs: client.msSinceArrival,
    });
    return isCorrect && ctx.write((ctx) => runAfterCorrectPin(ctx, attempt, { pin, countedId: counted.id }));
  });
  if (outcome instanceof ApiError) throw outcome; // thrown after the transaction, so that its writes are kept
  if (outcome) return outcome.result;
  const { spentBudgets } = counted;
  ctx.logSecurity({ event: spentBudgets.length > 0 ? 'locked' : 'sign-in-failed', kind: 'pin', subject: profile.id });
  for (const kind of spentBudgets) ctx.logSecurity({ event: 'budget-spent', kind, subject: profile.id });
  if (spentBudgets.includes('wrong PINs of a day')) await notifyGuardiansOfWrongPins(ctx, profile);
  throw new ApiError('INVALID_PIN', localized.access.wrongPin);
}

/**
 * Runs `work`, for which an attempt was counted. If it fails with an error that is not an ApiError, such as an outage, the
 * attempt is subtracted again, because only completed comparisons count. If this fails too, the first error is thrown.
 */
async function refundOnOutage<T>(ctx: Context, countedId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) {
      await ctx
        .write((ctx) => deleteWrongPin(ctx, countedId))
        .catch((err) => ctx.log.warn({ err }, 'could not refund an attempt'));
    }
    throw error;
  }
}

/**
 * Does what a correct PIN does. A child that has planned its own deletion and enters its PIN again wants to stay (gap 179). Returns an
 * error instead of throwing it, because throwing would restore the attempt that was subtracted in the same transaction.
 */
async function runAfterCorrectPin<T>(
  ctx: TxContext,
  { profile, source, storedPin, work }: PinAttempt<T>,
  { pin, countedId }: { pin: string; countedId: string },
): Promise<ApiError | { result: T }> {
  // A guardian may have changed the PIN or scheduled a deletion while this PIN was compared.
  if ((await lockPinRow(ctx, profile.id)) !== storedPin.hash)
    return new ApiError('INVALID_PIN', localized.access.wrongPin);
  if (storedPin.easy_to_guess === null) await markPin(ctx, profile.id, isEasyPin(pin, profile.birth_year));
  await deleteWrongPin(ctx, countedId);
  if (source.siteKey === null) await excuseWrongPins(ctx, profile.id, source.lockKey);
  const deletion = await findPlannedDeletion(ctx, profile.id);
  if (deletion && deletion.erasing_since !== null) return new ApiError('NOT_FOUND', localized.access.unknownProfile);
  if (deletion?.planned_by === profile.id) await cancelDeletion(ctx, profile.id);
  else if (deletion) return new ApiError('FORBIDDEN', localized.access.toBeDeleted, { reason: 'to_be_deleted' });
  return { result: await work(ctx, profile) };
}

/** Notifies the guardians that wrong PINs have used up a budget of a day, at most once a day (gap 95). */
async function notifyGuardiansOfWrongPins(ctx: Context, child: Profile): Promise<void> {
  const now = ctx.now();
  await ctx.write(async (ctx) => {
    if (!(await countAgainstLimit(ctx, WRONG_PIN_EMAIL_LIMIT, child.id)).isWithinLimit) return;
    for (const guardian of await listGuardians(ctx, child.id)) {
      if (guardian.email === null) continue;
      const recipient = { email: guardian.email, language: toLanguage(guardian.language) };
      await ctx.outbox.enqueue(ctx, composeWrongPinsEmail(ctx, recipient, child), {
        topic: `wrong pins ${child.id} ${guardian.id}`,
        now,
        expiresAt: addSeconds(now, DAY),
        kind: 'security',
      });
    }
  });
}
