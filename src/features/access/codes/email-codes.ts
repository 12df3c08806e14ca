import { generateEmailCode, isLongCode, parseEmailCode } from '../../../core/one-time-codes.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/caller.ts';
import { getIpSite } from '../../../core/requests/ip-address.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, countSecondsUntil, DAY } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createRateLimitedError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { EmailRecipient } from '../../../platform/email/compose.ts';
import type { Email } from '../../../platform/email/transport.ts';
import type { NonEmpty } from '../../../platform/secrets/secrets.ts';
import { findParentByEmail, type Profile } from '../../accounts/index.ts';
import { endVouching } from '../address-changes/address-changes-store.ts';
import { composeCodeEmail } from '../emails.ts';
import {
  ALL_CODE_ATTEMPTS_LIMIT,
  ALL_EMAILS_LIMITS,
  ATTEMPTS_PER_CODE_LIMIT,
  CODE_ATTEMPT_LIMIT,
  EMAIL_LIMITS,
  LIFETIME_SECONDS,
  type Limit,
  RESERVED_EMAIL_LIMIT,
} from '../rules.ts';
import { computeDeviceKeys } from '../sessions/devices.ts';
import { findSavedDevice } from '../sessions/devices-store.ts';
import { type CodeKey, type CodePurpose, insertCode, listValidCodes, spendCode } from './codes-store.ts';
import { countAgainstIpAddressLimit, countRequestedAddress, findIpAddressRefusal } from './ip-address-limits.ts';
import { countAgainstLimit, refundAttempt } from './limits-store.ts';
import { computeLinkDigest, createLinkToken } from './link-tokens.ts';

export type EmailCodePurpose = Extract<CodePurpose, 'app-email' | 'panel-email' | 'confirm-email' | 'change-email'>;

const CODE_USES = {
  'app-email': 'sign-in',
  'panel-email': 'sign-in',
  'confirm-email': 'confirm',
  'change-email': 'change',
} as const;

/** Which code a client requests or enters. */
interface CodeRequest {
  readonly purpose: EmailCodePurpose;
  readonly email: string;
  readonly client: Client;
}

export interface SendOptions {
  /** A limit in addition to the general ones. */
  readonly endpointLimit?: Limit | undefined;
  /** Whether the address counts as one of the different ones that a client, or the browser of a page, requests codes for. */
  readonly countsAddressBy?: 'client' | 'browser';
  /** The path of the panel that the link in the email opens; by default the start page. */
  readonly returnTo?: string | undefined;
  /** The language of the email, by default that of the parent or of the client. */
  readonly language?: string;
  /** Composes an email without the code, which then nobody knows, in place of the one with the code. */
  readonly composeInstead?: (recipient: EmailRecipient) => Email;
}

/**
 * Sends a new code to an email address. One transaction counts the request against the limits and stores the code and its
 * email. `parent` is the profile with the address; undefined if there is none. Refuses a request beyond a limit (429).
 */
export async function sendEmailCode(
  ctx: Context,
  { purpose, email, client }: CodeRequest,
  parent: Profile | undefined,
  {
    endpointLimit,
    countsAddressBy,
    returnTo,
    language = parent?.language ?? client.locale,
    composeInstead,
  }: SendOptions = {},
): Promise<void> {
  const now = ctx.now();
  const expires_at = addSeconds(now, LIFETIME_SECONDS.emailCode);
  const code = generateEmailCode(ctx.random.int);
  const linkToken = createLinkToken(ctx, email);
  const emailKey = computeEmailKey(ctx, email);
  const deviceKey = await findParentDevice(ctx, parent, client);
  const clientKey = getClientKey(ctx, { subject: emailKey, deviceKey, client });
  await ctx.write(async (ctx) => {
    if (countsAddressBy && !deviceKey) await countRequestedAddress(ctx, emailKey, client, countsAddressBy);
    await countSendOrRefuse(ctx, { purpose, subject: emailKey, deviceKey, client }, endpointLimit);
    await insertCode(ctx, {
      purpose,
      subject: emailKey,
      digest: computeEmailCodeDigests(ctx, emailKey, code)[0],
      link_digest: computeLinkDigest(ctx, linkToken),
      created_at: now,
      expires_at,
    });
    const recipient = { email, language: toLanguage(language) };
    const use = purpose === 'panel-email' && !parent ? 'register' : CODE_USES[purpose];
    const message = composeInstead?.(recipient) ?? composeCodeEmail(ctx, recipient, { code, linkToken, use, returnTo });
    await ctx.outbox.enqueue(ctx, message, {
      topic: `${purpose} ${emailKey}`,
      now,
      expiresAt: expires_at,
      kind: 'code',
      requester: deviceKey ? clientKey : hashIpSite(ctx, client),
    });
  });
}

/**
 * Counts a code against the limits of its requester and of its address, and refuses it beyond one of them (429). Beyond those of a day, it
 * may be the one for signing in that the address always gets.
 */
async function countSendOrRefuse(ctx: TxContext, request: Attempt, endpointLimit: Limit | undefined): Promise<void> {
  const { purpose, subject, deviceKey, client } = request;
  const clientLimits = endpointLimit ? [endpointLimit, ...EMAIL_LIMITS] : EMAIL_LIMITS;
  const limits = [
    ...clientLimits.map((limit) => ({ limit, key: getClientKey(ctx, request) })),
    ...(deviceKey ? [] : ALL_EMAILS_LIMITS.map((limit) => ({ limit, key: subject }))),
  ];
  let dayRefusal = deviceKey ? undefined : await findIpAddressRefusal(ctx, 'codeSends', client);
  for (const { limit, key } of limits) {
    const refusal = await countAgainstLimits(ctx, [limit], key);
    if (refusal && limit.windowSeconds < DAY) throw refusal; // rolls back the previous counts
    dayRefusal ??= refusal;
  }
  if (!dayRefusal) return;
  if (CODE_USES[purpose] !== 'sign-in') throw dayRefusal;
  await countOrRefuse(ctx, [RESERVED_EMAIL_LIMIT], `${purpose} ${subject}`);
}

/**
 * Uses up a code of an email address and runs `work` in the same transaction. Refuses a wrong code (400). An attempt is
 * counted before the code is compared, so that beyond the limit even the correct code is refused (429). The long code of a link
 * is not counted.
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
  const digests = computeEmailCodeDigests(ctx, emailKey, code);
  const parent = await findParentByEmail(ctx, email);
  const deviceKey = await findParentDevice(ctx, parent, client);
  const outcome = await ctx.write(async (ctx) => {
    const attempt = { purpose, subject: emailKey, deviceKey, client };
    const comparedDigests = isLongCode(code) ? digests : await countAttempt(ctx, attempt);
    if (comparedDigests instanceof ApiError) return comparedDigests;
    const matchingDigests = digests.filter((digest) => comparedDigests.includes(digest));
    if (matchingDigests.length === 0 || !(await spendCode(ctx, purpose, matchingDigests))) {
      ctx.logSecurity({ event: 'sign-in-failed', kind: purpose, subject: emailKey });
      return createWrongCodeError();
    }
    if (!isLongCode(code)) await refundCorrectAttempt(ctx, attempt);
    if (parent) await endVouching(ctx, parent.id);
    return work(ctx);
  });
  if (outcome instanceof ApiError) throw outcome; // thrown after the transaction, so that the attempt stays counted
  return outcome;
}

export function createWrongCodeError(): ApiError {
  return new ApiError('INVALID_CODE', localized.access.wrongCode);
}

/** A request for a code of an email address, or an attempt at its codes. */
interface Attempt extends CodeKey {
  readonly purpose: EmailCodePurpose;
  /** The device, if it has signed in as the parent with this address. */
  readonly deviceKey: string | undefined;
  readonly client: Client;
}

/**
 * Counts an attempt against each valid code and against the limits. Returns the digests of the codes at which the client has
 * attempts left, or the error for an attempt beyond a limit.
 */
async function countAttempt(ctx: TxContext, attempt: Attempt): Promise<string[] | ApiError> {
  const codes = await listValidCodes(ctx, attempt);
  const clientKey = getClientKey(ctx, attempt);
  const comparedDigests: string[] = [];
  for (const { digest } of codes) {
    const { isWithinLimit } = await countAgainstLimit(ctx, ATTEMPTS_PER_CODE_LIMIT, `${clientKey} at ${digest}`);
    if (isWithinLimit) comparedDigests.push(digest);
  }
  const lastCode = codes.at(-1);
  // No code is compared in this attempt, so it does not count against the other limits.
  if (lastCode && comparedDigests.length === 0) {
    ctx.logSecurity({ event: 'budget-spent', kind: ATTEMPTS_PER_CODE_LIMIT.name, subject: attempt.subject });
    return createRateLimitedError(countSecondsUntil(ctx.now(), lastCode.expires_at));
  }
  if (!lastCode && !attempt.deviceKey) {
    // Anybody can invent email addresses, and each has its own counters, so attempts at an address without a code count
    // against the IP address too. Beyond that limit, the error is that of a wrong code, because 429 would reveal which email
    // addresses have a code.
    await countAgainstIpAddressLimit(ctx, 'attemptsWithoutCode', attempt.client, { createError: createWrongCodeError });
  }
  for (const { limit, key } of listAttemptLimits(ctx, attempt)) {
    const refusal = await countAgainstLimits(ctx, [limit], key);
    if (refusal) return refusal;
  }
  return comparedDigests;
}

/** Only failed attempts count. */
async function refundCorrectAttempt(ctx: TxContext, attempt: Attempt): Promise<void> {
  for (const { limit, key } of listAttemptLimits(ctx, attempt)) await refundAttempt(ctx, limit, key);
}

/**
 * The hourly limits of wrong codes: one for each client, and one for all of them together, which a device that has signed in as
 * this parent does not share, so that strangers cannot use up its attempts.
 */
function listAttemptLimits(ctx: TxContext, attempt: Attempt): { limit: Limit; key: string }[] {
  const ownLimit = { limit: CODE_ATTEMPT_LIMIT, key: getClientKey(ctx, attempt) };
  return attempt.deviceKey ? [ownLimit] : [ownLimit, { limit: ALL_CODE_ATTEMPTS_LIMIT, key: attempt.subject }];
}

/**
 * A device that has signed in as this parent has its own limits, which other clients cannot use up. All clients of a site that have
 * not share theirs.
 */
function getClientKey(ctx: Context, { subject, deviceKey, client }: Omit<Attempt, 'purpose'>): string {
  return deviceKey ? `${subject} on ${deviceKey}` : `${subject} from ${hashIpSite(ctx, client)}`;
}

/** Counts an email that contains no code, both for its sender and for its recipient. Refuses an email beyond a limit (429). */
export async function countEmailOrRefuse(
  ctx: TxContext,
  email: string,
  senderLimit: Limit,
  senderId: string,
): Promise<void> {
  await countOrRefuse(ctx, [senderLimit], senderId);
  await countOrRefuse(ctx, ALL_EMAILS_LIMITS, computeEmailKey(ctx, email));
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

/** Finds the key of the client's device if it has signed in as this parent. */
async function findParentDevice(
  ctx: Context,
  parent: Profile | undefined,
  client: Client,
): Promise<string | undefined> {
  return parent && (await findSavedDevice(ctx, parent.id, computeDeviceKeys(ctx, client)))?.device_key;
}

/** The keyed hash of a client's IPv4 address or IPv6 site. */
export function hashIpSite({ secrets }: Context, { address }: Client): string {
  return secrets.hashWithPepper('address', getIpSite(address));
}

/** The keyed hash under which the codes and counts of an email address are stored. */
export function computeEmailKey({ secrets }: Context, email: string): string {
  return secrets.hashWithPepper('e-mail', email);
}

/** The keyed hashes under which an email code may be stored, the one with the newest secret first. */
export function computeEmailCodeDigests({ secrets }: Context, emailKey: string, code: string): NonEmpty<string> {
  return secrets.hashWithAllKeys('e-mail code', `${emailKey} ${code}`);
}
