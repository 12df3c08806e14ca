import { generateEmailCode, parseEmailCode } from '../../../core/one-time-codes.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/caller.ts';
import { getIpSite } from '../../../core/requests/ip-address.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, countSecondsUntil } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createRateLimitedError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { NonEmpty } from '../../../platform/secrets/secrets.ts';
import { findParentByEmail, type Profile } from '../../accounts/index.ts';
import { composeCodeEmail } from '../emails.ts';
import { ATTEMPTS_PER_CODE_LIMIT, CODE_ATTEMPT_LIMITS, EMAIL_LIMITS, LIFETIME_SECONDS, type Limit } from '../rules.ts';
import { computeClientKeys, computeDeviceKeys } from '../sessions/devices.ts';
import { findSavedDevice } from '../sessions/devices-store.ts';
import { type CodeKey, type CodePurpose, findValidCode, replaceCode, spendCode } from './codes-store.ts';
import { countAgainstIpAddressLimit } from './ip-address-limits.ts';
import { countAgainstLimit, refundAttempt } from './limits-store.ts';

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
    const message = composeCodeEmail(recipient, { code, use: purpose === 'confirm-email' ? 'confirm' : 'sign-in' });
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
 * counted before the code is compared, so that beyond the limit even the correct code is refused (429).
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
  const outcome = await ctx.write(async (ctx) => {
    const refusal = await countCodeAttempt(ctx, { purpose, subject: emailKey }, limitKey, client);
    if (refusal) return refusal;
    const owner = await spendCode(ctx, purpose, computeEmailCodeDigests(ctx, emailKey, code));
    if (owner === undefined) {
      ctx.logSecurity({ event: 'sign-in-failed', kind: purpose, subject: emailKey });
      return createWrongCodeError();
    }
    for (const limit of CODE_ATTEMPT_LIMITS) await refundAttempt(ctx, limit, limitKey); // only failed attempts count
    return work(ctx);
  });
  if (outcome instanceof ApiError) throw outcome; // thrown after the transaction, so that the attempt stays counted
  return outcome;
}

export function createWrongCodeError(): ApiError {
  return new ApiError('INVALID_CODE', localized.access.wrongCode);
}

/**
 * Counts an attempt at the code of an email address, and returns the error for an attempt beyond a limit. `limitKey` is from
 * `getLimitKey`.
 */
async function countCodeAttempt(
  ctx: TxContext,
  codeKey: CodeKey,
  limitKey: string,
  client: Client,
): Promise<ApiError | undefined> {
  const isUnknownDevice = limitKey === codeKey.subject;
  const code = await findValidCode(ctx, codeKey);
  if (code) {
    const isRequester = computeClientKeys(ctx, client).includes(code.requester);
    const attemptKey = isUnknownDevice ? (isRequester ? 'requester' : 'others') : limitKey;
    const { isWithinLimit } = await countAgainstLimit(ctx, ATTEMPTS_PER_CODE_LIMIT, `${attemptKey} at ${code.digest}`);
    // The code of this attempt is not compared, so the attempt does not count against CODE_ATTEMPT_LIMITS.
    if (!isWithinLimit) {
      ctx.logSecurity({ event: 'budget-spent', kind: ATTEMPTS_PER_CODE_LIMIT.name, subject: codeKey.subject });
      return createRateLimitedError(countSecondsUntil(ctx.now(), code.expires_at));
    }
  } else if (isUnknownDevice) {
    // Anybody can invent email addresses, and each has its own counters, so attempts at an address without a code count
    // against the IP address too. Beyond that limit, the error is that of a wrong code, because 429 would reveal which email
    // addresses have a code.
    await countAgainstIpAddressLimit(ctx, 'attemptsWithoutCode', client, { createError: createWrongCodeError });
  }
  return countAgainstLimits(ctx, CODE_ATTEMPT_LIMITS, limitKey);
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
  const refusal = await countAgainstLimits(ctx, limits, key);
  if (refusal) throw refusal; // rolls back the previous counts
}

/** Counts an action against each limit, and returns the error for the first limit that it exceeds. */
export async function countAgainstLimits(
  ctx: TxContext,
  limits: readonly Limit[],
  key: string,
): Promise<ApiError | undefined> {
  for (const limit of limits) {
    const { isWithinLimit, windowEndsAt } = await countAgainstLimit(ctx, limit, key);
    if (isWithinLimit) continue;
    ctx.logSecurity({ event: 'budget-spent', kind: limit.name, subject: key });
    return createRateLimitedError(countSecondsUntil(ctx.now(), windowEndsAt));
  }
  return undefined;
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
  const device = parent && (await findSavedDevice(ctx, parent.id, computeDeviceKeys(ctx, client)));
  return device ? `${emailKey} on ${device.device_key}` : emailKey;
}

/** The keyed hash under which the codes and counts of an email address are stored. */
export function computeEmailKey({ secrets }: Context, email: string): string {
  return secrets.hashWithPepper('e-mail', email);
}

/** The keyed hashes under which an email code may be stored, the one with the newest secret first. */
function computeEmailCodeDigests({ secrets }: Context, emailKey: string, code: string): NonEmpty<string> {
  return secrets.hashWithAllKeys('e-mail code', `${emailKey} ${code}`);
}
