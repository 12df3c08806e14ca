import { generateEmailCode, parseEmailCode } from '../../../core/one-time-codes.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/client.ts';
import { getIpSite } from '../../../core/requests/ip-address.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, countSecondsUntil, type Instant } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createRateLimitedError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { NonEmpty } from '../../../platform/secrets/secrets.ts';
import { findParentByEmail, type Profile } from '../../accounts/index.ts';
import { composeCodeEmail } from '../emails.ts';
import {
  ATTEMPTS_PER_CODE,
  CODE_ATTEMPT_LIMITS,
  EMAIL_LIMITS,
  KNOWN_DEVICE_ATTEMPT_LIMIT,
  LIFETIME_SECONDS,
  type Limit,
} from '../rules.ts';
import { computeClientKeys, computeDeviceKeys } from '../sessions/devices.ts';
import { findDeviceKey } from '../sessions/devices-store.ts';
import {
  type CodeKey,
  type CodePurpose,
  countCodeAttempt,
  findValidCode,
  refundCodeAttempt,
  replaceCode,
  spendCode,
} from './codes-store.ts';
import { countAgainstIpAddressLimit } from './ip-address-limits.ts';
import { countAgainstLimit, refundAttempt } from './limits-store.ts';
import { refundOnOutage } from './refund-on-outage.ts';

/** Which code a client requests or enters. */
interface CodeRequest {
  readonly purpose: Extract<CodePurpose, 'app-email' | 'panel-email' | 'confirm-email'>;
  readonly email: string;
  readonly client: Client;
}

/**
 * Sends a new code to an email address. One transaction counts the request against the limits and stores the code and its
 * email. `parent` is the profile with the address; undefined if there is none. `endpointLimit` applies in addition to the
 * general limits. Refuses a request beyond a limit (429).
 */
export async function sendEmailCode(
  ctx: Context,
  { purpose, email, client }: CodeRequest,
  parent: Profile | undefined,
  endpointLimit?: Limit,
): Promise<void> {
  const now = ctx.now();
  const expires_at = addSeconds(now, LIFETIME_SECONDS.emailCode);
  const code = generateEmailCode(ctx.random.int);
  const emailKey = computeEmailKey(ctx, email);
  const limitKey = await getLimitKey(ctx, emailKey, parent, client);
  const isUnknownDevice = limitKey === emailKey;
  await ctx.write(async (ctx) => {
    // A device that has signed in as this parent has its own limits, which other clients at the same IP address cannot
    // use up.
    if (isUnknownDevice) await countAgainstIpAddressLimit(ctx, 'codeSends', client);
    await countOrRefuse(ctx, endpointLimit ? [endpointLimit, ...EMAIL_LIMITS] : EMAIL_LIMITS, limitKey);
    const [digest] = computeEmailCodeDigests(ctx, emailKey, code);
    await replaceCode(ctx, {
      purpose,
      subject: emailKey,
      digest,
      requester: computeClientKeys(ctx, client)[0],
      created_at: now,
      expires_at,
    });
    const recipient = { email, language: toLanguage(parent?.language ?? client.locale) };
    const message = composeCodeEmail(recipient, {
      code,
      use: purpose === 'confirm-email' ? 'confirm' : 'sign-in',
    });
    await ctx.outbox.enqueue(ctx, message, {
      topic: `${purpose} ${emailKey}`,
      now,
      expiresAt: expires_at,
      kind: 'code',
      requester: isUnknownDevice ? ctx.secrets.hashWithPepper('address', getIpSite(client.address)) : limitKey,
    });
  });
}

/**
 * Uses up a code of an email address and runs `work` in the same transaction. Refuses a wrong code (400). An attempt is
 * counted and stored before the code is compared, so that beyond the limit even the correct code is refused (429).
 */
export async function redeemEmailCode<T>(
  ctx: Context,
  { purpose, email, client }: CodeRequest,
  enteredCode: string,
  work: (ctx: TxContext) => Promise<T>,
): Promise<T> {
  const code = parseEmailCode(enteredCode);
  if (code === undefined) throw createWrongCodeError();
  const emailKey = computeEmailKey(ctx, email);
  const limitKey = await getLimitKey(ctx, emailKey, await findParentByEmail(ctx, email), client);
  const attempt = { purpose, subject: emailKey, limitKey, client, clientKeys: computeClientKeys(ctx, client) };
  const countedAttempt = await countAttemptOrRefuse(ctx, attempt);
  const spend = async (ctx: TxContext) => {
    const owner = await spendCode(ctx, purpose, computeEmailCodeDigests(ctx, emailKey, code));
    if (owner === undefined) throw createWrongCodeError();
    for (const limit of CODE_ATTEMPT_LIMITS) await refundAttempt(ctx, limit, limitKey); // only failed attempts count
    return work(ctx);
  };
  return refundOnOutage(
    ctx,
    () => ctx.write(spend),
    async (ctx) => {
      await countedAttempt.refund(ctx);
      for (const limit of CODE_ATTEMPT_LIMITS) await refundAttempt(ctx, limit, limitKey);
    },
  );
}

export function createWrongCodeError(): ApiError {
  return new ApiError('INVALID_CODE', localized.access.wrongCode);
}

/** An attempt of a client at the code of an email address. */
interface CodeAttempt extends CodeKey {
  /** The key of the limits that the attempt counts against; see `getLimitKey`. */
  readonly limitKey: string;
  readonly client: Client;
  readonly clientKeys: string[];
}

/** Counts an attempt at the code of an email address. Refuses an attempt beyond a limit (429). */
async function countAttemptOrRefuse(ctx: Context, attempt: CodeAttempt): Promise<CountedAttempt> {
  const now = ctx.now();
  const countedAttempt = await ctx.write(async (ctx) => {
    const { subject, limitKey, client } = attempt;
    const isUnknownDevice = limitKey === subject;
    const countedAttempt = isUnknownDevice
      ? await countUnknownDeviceAttempt(ctx, attempt)
      : await countKnownDeviceAttempt(ctx, attempt);
    // Anybody can invent email addresses, and each has its own counters, so attempts at an address without a code count
    // against the IP address too. Beyond that limit, the error is that of a wrong code, because 429 would reveal which email
    // addresses have a code.
    if (isUnknownDevice && countedAttempt === NOTHING_COUNTED)
      await countAgainstIpAddressLimit(ctx, 'attemptsWithoutCode', client, {
        createError: createWrongCodeError,
      });
    // The code of an attempt that was refused above is not compared, so it does not count against CODE_ATTEMPT_LIMITS.
    if (countedAttempt.refusedUntil !== undefined) return countedAttempt;
    for (const limit of CODE_ATTEMPT_LIMITS) {
      const limitStatus = await countAgainstLimit(ctx, limit, limitKey);
      if (!limitStatus.isWithinLimit) return { ...countedAttempt, refusedUntil: limitStatus.windowEndsAt };
    }
    return countedAttempt;
  });
  if (countedAttempt.refusedUntil !== undefined)
    throw createRateLimitedError(countSecondsUntil(now, countedAttempt.refusedUntil));
  return countedAttempt;
}

interface CountedAttempt {
  /** Set when the attempt is beyond a limit: when the code expires, or when the window of the limit ends. */
  readonly refusedUntil?: Instant;
  /** Subtracts the attempt from the count of this code. */
  readonly refund: (ctx: TxContext) => Promise<void>;
}

const NOTHING_COUNTED: CountedAttempt = { refund: async () => undefined };

/** For a device that has not signed in as the parent: counts the attempt in the row of the code. */
async function countUnknownDeviceAttempt(ctx: TxContext, attempt: CodeAttempt): Promise<CountedAttempt> {
  const { purpose, clientKeys } = attempt;
  const code = await countCodeAttempt(ctx, attempt, clientKeys);
  if (!code) return NOTHING_COUNTED;
  const refusedUntil = code.attemptCount > ATTEMPTS_PER_CODE ? code.expires_at : undefined;
  return { refusedUntil, refund: (laterCtx) => refundCodeAttempt(laterCtx, purpose, code.digest, clientKeys) };
}

/** For a device that has signed in as the parent: counts the attempt separately, whichever client requested the code. */
async function countKnownDeviceAttempt(ctx: TxContext, attempt: CodeAttempt): Promise<CountedAttempt> {
  const code = await findValidCode(ctx, attempt);
  if (!code) return NOTHING_COUNTED;
  const limitKey = `${attempt.limitKey} at ${code.digest}`;
  const { isWithinLimit } = await countAgainstLimit(ctx, KNOWN_DEVICE_ATTEMPT_LIMIT, limitKey);
  const refusedUntil = isWithinLimit ? undefined : code.expires_at;
  return { refusedUntil, refund: (laterCtx) => refundAttempt(laterCtx, KNOWN_DEVICE_ATTEMPT_LIMIT, limitKey) };
}

/** Counts an email that contains no code, both for its sender and for its recipient. Refuses an email beyond a limit (429). */
export async function countEmailOrRefuse(
  ctx: TxContext,
  email: string,
  senderLimit: Limit,
  senderId: string,
): Promise<void> {
  await countOrRefuse(ctx, [senderLimit], senderId);
  await countOrRefuse(ctx, EMAIL_LIMITS, computeEmailKey(ctx, email));
}

async function countOrRefuse(ctx: TxContext, limits: readonly Limit[], key: string): Promise<void> {
  for (const limit of limits) {
    const limitStatus = await countAgainstLimit(ctx, limit, key);
    if (!limitStatus.isWithinLimit)
      throw createRateLimitedError(countSecondsUntil(ctx.now(), limitStatus.windowEndsAt)); // rolls back the previous counts
  }
}

/**
 * Returns the key of the limits that a request counts against: `emailKey`, or a key of the device if it has signed in as
 * this parent. Such a device has its own limits, so that no stranger can use them up.
 */
async function getLimitKey(
  ctx: Context,
  emailKey: string,
  parent: Profile | undefined,
  client: Client,
): Promise<string> {
  const deviceKey = parent && (await findDeviceKey(ctx, parent.id, computeDeviceKeys(ctx, client)));
  return deviceKey ? `${emailKey} on ${deviceKey}` : emailKey;
}

/** The keyed hash under which the codes and counts of an email address are stored. */
export function computeEmailKey({ secrets }: Context, email: string): string {
  return secrets.hashWithPepper('e-mail', email);
}

/** The keyed hashes under which an email code may be stored, the one with the newest secret first. */
function computeEmailCodeDigests({ secrets }: Context, emailKey: string, code: string): NonEmpty<string> {
  return secrets.hashWithAllKeys('e-mail code', `${emailKey} ${code}`);
}
