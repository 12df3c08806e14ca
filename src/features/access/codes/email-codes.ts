import { generateEmailCode, parseEmailCode } from '../../../core/one-time-codes.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/client.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, type Instant, secondsUntil } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { rateLimited } from '../../../platform/api-errors.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { findParentByEmail, type Profile } from '../../accounts/index.ts';
import { signInCodeEmail } from '../emails.ts';

import {
  ATTEMPTS_PER_CODE,
  CODE_ATTEMPT_LIMITS,
  EMAIL_LIMITS,
  LIFETIME,
  type Limit,
  OWN_CODE_ATTEMPT_LIMIT,
} from '../rules.ts';
import { deviceKeys, requesterKeys } from '../sessions/devices.ts';
import { findDevice } from '../sessions/devices-store.ts';
import { countForAddress } from './address-limits.ts';
import {
  type CodeKey,
  countAttempt,
  findLiveCode,
  type Purpose,
  refundAttempt,
  replaceCode,
  spendCode,
} from './codes-store.ts';
import { countAgainstLimit, refundLimit } from './limits-store.ts';
import { refundUnlessCompared } from './refund-attempt.ts';

/** What a client asks for when it requests a code for an address, or enters one. */
interface CodeRequest {
  readonly purpose: Extract<Purpose, 'app-email' | 'panel-email' | 'confirm-email'>;
  readonly email: string;
  readonly client: Client;
}

/**
 * Sends a new code to an address; the counts, the code and its email are written in one transaction. `parent` is the
 * profile that has the address, if any; `ownLimit` is a lower limit of the endpoint.
 */
export async function sendEmailCode(
  ctx: Context,
  { purpose, email, client }: CodeRequest,
  parent: Profile | undefined,
  ownLimit?: Limit,
): Promise<void> {
  const now = ctx.now();
  const expires_at = addSeconds(now, LIFETIME.emailCode);
  const code = generateEmailCode(ctx.random.int);
  const subject = toSubject(ctx, email);
  const limitSubject = await getLimitSubject(ctx, subject, parent, client);
  await ctx.write(async (unit) => {
    const { tx } = unit;
    // A device that has signed in as this parent has limits of its own, so that strangers at its address cannot use them up.
    if (limitSubject === subject) await countForAddress(unit, 'codeSends', client);
    await countAgainstLimits(tx, ownLimit ? [ownLimit, ...EMAIL_LIMITS] : EMAIL_LIMITS, limitSubject, now);
    const digest = codeDigest(ctx, subject, code);
    await replaceCode(tx, {
      purpose,
      subject,
      digest,
      asker: requesterKeys(ctx, client)[0],
      created_at: now,
      expires_at,
    });
    const recipient = { email, language: toLanguage(parent?.language ?? client.language) };
    const message = signInCodeEmail(recipient, { code, use: purpose === 'confirm-email' ? 'confirm' : 'sign-in' });
    await ctx.outbox.enqueue(tx, message, { topic: `${purpose} ${subject}`, now, expiresAt: expires_at, kind: 'code' });
  });
}

/**
 * Spends an address's code and runs `work` in the same transaction; a code works once. Attempts are counted and stored
 * before anything is compared, so that beyond the limit even the right code is refused (429).
 */
export async function redeemEmailCode<T>(
  ctx: Context,
  { purpose, email, client }: CodeRequest,
  typed: string,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const code = parseEmailCode(typed);
  if (code === undefined) throw wrongCode();
  const subject = toSubject(ctx, email);
  const limitSubject = await getLimitSubject(ctx, subject, await findParentByEmail(ctx.db, email), client);
  const attempt = { purpose, subject, limitSubject, client, requesters: requesterKeys(ctx, client) };
  const counted = await countAttempts(ctx, attempt);
  const spend = async (unit: UnitOfWork) => {
    const { tx, now } = unit;
    const digests = ctx.secrets.hashes('e-mail code', `${subject} ${code}`);
    const owner = await spendCode(tx, purpose, digests, now);
    if (owner === undefined) throw wrongCode();
    for (const limit of CODE_ATTEMPT_LIMITS) await refundLimit(tx, limit, limitSubject);
    return work(unit);
  };
  return refundUnlessCompared(
    ctx,
    () => ctx.write(spend),
    async (tx) => {
      await counted.refund(tx);
      for (const limit of CODE_ATTEMPT_LIMITS) await refundLimit(tx, limit, limitSubject);
    },
  );
}

export function wrongCode(): ApiError {
  return new ApiError('INVALID_CODE', localized.access.wrongCode);
}

/** An attempt of a client at the code of an address. */
interface CodeAttempt extends CodeKey {
  /** Whose limits it counts against: those of the address, or of a device that has signed in as the same parent. */
  readonly limitSubject: string;
  readonly client: Client;
  readonly requesters: string[];
}

/** Counts an attempt at an address's code; refuses (429) beyond a limit. */
async function countAttempts(ctx: Context, attempt: CodeAttempt): Promise<CountedAttempt> {
  const now = ctx.now();
  const outcome = await ctx.write(async (unit) => {
    const { tx } = unit;
    const { subject, limitSubject, client } = attempt;
    const isShared = limitSubject === subject;
    const counted = isShared ? await countSharedAttempt(tx, attempt, now) : await countOwnAttempt(tx, attempt, now);
    // Each email address has counters of its own, and anybody can invent addresses. 429 would reveal which of them have a code.
    if (isShared && counted === NOTHING_COUNTED) await countForAddress(unit, 'attemptsWithoutCode', client, wrongCode);
    if (counted.refusedUntil !== undefined) return counted; // the code is not compared, so it does not count against the hourly limit
    for (const limit of CODE_ATTEMPT_LIMITS) {
      const status = await countAgainstLimit(tx, limit, limitSubject, now);
      if (!status.within) return { ...counted, refusedUntil: status.endsAt };
    }
    return counted;
  });
  if (outcome.refusedUntil !== undefined) throw rateLimited(secondsUntil(now, outcome.refusedUntil));
  return outcome;
}

interface CountedAttempt {
  /** The end of the code's lifetime when the requester, or all others together, have used up their attempts. */
  readonly refusedUntil?: Instant | undefined;
  /** Takes back the count of the code itself. */
  readonly refund: (tx: Tx) => Promise<void>;
}

const NOTHING_COUNTED: CountedAttempt = { refund: async () => undefined };

async function countSharedAttempt(tx: Tx, attempt: CodeAttempt, now: Instant): Promise<CountedAttempt> {
  const { purpose, requesters } = attempt;
  const code = await countAttempt(tx, attempt, requesters, now);
  if (!code) return NOTHING_COUNTED;
  const refusedUntil = code.tries > ATTEMPTS_PER_CODE ? code.expires_at : undefined;
  return { refusedUntil, refund: (later) => refundAttempt(later, purpose, code.digest, requesters) };
}

/** Does the same for a device with its own limits, regardless of which client requested the code. */
async function countOwnAttempt(tx: Tx, attempt: CodeAttempt, now: Instant): Promise<CountedAttempt> {
  const code = await findLiveCode(tx, attempt, now);
  if (!code) return NOTHING_COUNTED;
  const attempts = `${attempt.limitSubject} at ${code.digest}`;
  const { within } = await countAgainstLimit(tx, OWN_CODE_ATTEMPT_LIMIT, attempts, now);
  const refusedUntil = within ? undefined : code.expires_at;
  return { refusedUntil, refund: (later) => refundLimit(later, OWN_CODE_ATTEMPT_LIMIT, attempts) };
}

/** Counts an email without a code to an address; refuses (429) beyond a limit. */
export async function countEmail(
  { ctx, tx, now }: UnitOfWork,
  email: string,
  ownLimit: Limit,
  sender: string,
): Promise<void> {
  await countAgainstLimits(tx, [ownLimit], sender, now);
  await countAgainstLimits(tx, EMAIL_LIMITS, toSubject(ctx, email), now);
}

async function countAgainstLimits(tx: Tx, limits: readonly Limit[], subject: string, now: Instant): Promise<void> {
  for (const limit of limits) {
    const status = await countAgainstLimit(tx, limit, subject, now);
    if (!status.within) throw rateLimited(secondsUntil(now, status.endsAt)); // this also rolls back the other counts
  }
}

/** A device that has signed in as this parent has its own limits, so that no stranger can use them up. */
async function getLimitSubject(
  ctx: Context,
  subject: string,
  parent: Profile | undefined,
  client: Client,
): Promise<string> {
  const device = parent && (await findDevice(ctx.db, parent.id, deviceKeys(ctx, client)));
  return device ? `${subject} on ${device}` : subject;
}

/** The subject under which the codes and counts of an address are stored. */
export function toSubject({ secrets }: Context, email: string): string {
  return secrets.lookup('e-mail', email);
}

function codeDigest({ secrets }: Context, subject: string, code: string): string {
  return secrets.hash('e-mail code', `${subject} ${code}`);
}
