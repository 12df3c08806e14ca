import { addSeconds, type Instant, secondsUntil } from '../../../core/instant.ts';
import { languageFor } from '../../../core/languages.ts';
import { newEmailCode, parseEmailCode } from '../../../core/one-time-codes.ts';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Client } from '../../../platform/http/client.ts';
import { rateLimited } from '../../../platform/http/security/auth.ts';
import { findParentByEmail, type Profile } from '../../accounts/index.ts';
import { codeEmail } from '../emails.ts';

import {
  ATTEMPTS_PER_CODE,
  type Budget,
  CODE_ATTEMPT_BUDGETS,
  EMAIL_BUDGETS,
  LIFETIME,
  OWN_CODE_ATTEMPT_BUDGET,
} from '../rules.ts';
import { deviceKeys, requesterKeys } from '../sessions/devices.ts';
import { findDeviceOf } from '../sessions/devices-store.ts';
import { countForAddress } from './address-budgets.ts';
import { refundBudget, spendBudget } from './budgets-store.ts';
import { countAttempt, findLiveCode, giveBackTry, type Purpose, replaceCode, spendCode } from './codes-store.ts';
import { refundUnlessCompared } from './refund-attempt.ts';

type EmailPurpose = Extract<Purpose, 'app-email' | 'panel-email' | 'confirm-email'>;

/**
 * Sends a new code to an address: the budgets, the code and its letter hold together or not at all. `parent` is whoever
 * the address belongs to so far; `ownBudget` is a tighter one of the endpoint's.
 */
export async function sendEmailCode(
  ctx: Context,
  purpose: EmailPurpose,
  email: string,
  parent: Profile | undefined,
  client: Client,
  ownBudget?: Budget,
): Promise<void> {
  const now = ctx.now();
  const expires_at = addSeconds(now, LIFETIME.emailCode);
  const code = newEmailCode(ctx.random.int);
  const subject = subjectOf(ctx, email);
  const budgetOf = await whoseBudget(ctx, subject, parent, client);
  await ctx.write(async (tx) => {
    await countForAddress(ctx, tx, 'codeSends', client);
    await spendBudgets(tx, ownBudget ? [ownBudget, ...EMAIL_BUDGETS] : EMAIL_BUDGETS, budgetOf, now);
    const digest = digestOf(ctx, subject, code);
    await replaceCode(tx, {
      purpose,
      subject,
      digest,
      asker: requesterKeys(ctx, client)[0],
      created_at: now,
      expires_at,
    });
    const language = languageFor(parent?.language ?? client.language);
    const letter = codeEmail(email, code, language, purpose === 'confirm-email' ? 'confirm' : 'enter');
    await ctx.mail.enqueue(tx, letter, { topic: `${purpose} ${subject}`, now, expiresAt: expires_at, kind: 'code' });
  });
}

/**
 * Spends an address's code and does `work` with it in the same transaction; a code gives this once. Tries are counted,
 * and kept, before anything is compared: over the budget even the right code is refused (429).
 */
export async function redeemEmailCode<T>(
  ctx: Context,
  purpose: EmailPurpose,
  email: string,
  typed: string,
  client: Client,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const code = parseEmailCode(typed);
  if (code === undefined) throw wrongCode();
  const subject = subjectOf(ctx, email);
  const budgetOf = await whoseBudget(ctx, subject, await findParentByEmail(ctx.db, email), client);
  const tried = await countTries(ctx, purpose, subject, budgetOf, client);
  const spend = async (tx: Tx) => {
    const digests = ctx.secrets.hashes('e-mail code', `${subject} ${code}`);
    const owner = await spendCode(tx, purpose, digests, ctx.now());
    if (owner === undefined) throw wrongCode();
    for (const budget of CODE_ATTEMPT_BUDGETS) await refundBudget(tx, budget, budgetOf);
    return work(tx);
  };
  return refundUnlessCompared(
    ctx,
    () => ctx.write(spend),
    async (tx) => {
      await tried.giveBack(tx);
      for (const budget of CODE_ATTEMPT_BUDGETS) await refundBudget(tx, budget, budgetOf);
    },
  );
}

export function wrongCode(): Refusal {
  return new Refusal('INVALID_CODE', localized.access.wrongCode);
}

/** Counts a try at an address's code; refuses (429) what is over a budget. Gives what takes the code's own count back. */
async function countTries(
  ctx: Context,
  purpose: EmailPurpose,
  subject: string,
  budgetOf: string,
  client: Client,
): Promise<Tried> {
  const now = ctx.now();
  const outcome = await ctx.write(async (tx) => {
    const tried =
      budgetOf === subject
        ? await countSharedTry(tx, purpose, subject, requesterKeys(ctx, client), now)
        : await countOwnTry(tx, purpose, subject, budgetOf, now);
    if (tried.refusedUntil !== undefined) return tried; // not looked at: it costs the hour nothing
    for (const budget of CODE_ATTEMPT_BUDGETS) {
      const raised = await spendBudget(tx, budget, budgetOf, now);
      if (!raised.within) return { ...tried, refusedUntil: raised.endsAt };
    }
    return tried;
  });
  if (outcome.refusedUntil !== undefined) throw rateLimited(secondsUntil(now, outcome.refusedUntil));
  return outcome;
}

interface Tried {
  /** The end of the code's life when the asker, or all others together, have had their tries at it. */
  readonly refusedUntil?: Instant | undefined;
  readonly giveBack: (tx: Tx) => Promise<void>;
}

const NOTHING_COUNTED: Tried = { giveBack: async () => undefined };

async function countSharedTry(
  tx: Tx,
  purpose: EmailPurpose,
  subject: string,
  isAsker: string[],
  now: Instant,
): Promise<Tried> {
  const code = await countAttempt(tx, purpose, subject, isAsker, now);
  if (!code) return NOTHING_COUNTED;
  const refusedUntil = code.tries > ATTEMPTS_PER_CODE ? code.expires_at : undefined;
  return { refusedUntil, giveBack: (later) => giveBackTry(later, purpose, code.digest, isAsker) };
}

/** The same for a device with budgets of its own, whoever asked for the code. */
async function countOwnTry(
  tx: Tx,
  purpose: EmailPurpose,
  subject: string,
  budgetOf: string,
  now: Instant,
): Promise<Tried> {
  const code = await findLiveCode(tx, purpose, subject, now);
  if (!code) return NOTHING_COUNTED;
  const tries = `${budgetOf} at ${code.digest}`;
  const { within } = await spendBudget(tx, OWN_CODE_ATTEMPT_BUDGET, tries, now);
  const refusedUntil = within ? undefined : code.expires_at;
  return { refusedUntil, giveBack: (later) => refundBudget(later, OWN_CODE_ATTEMPT_BUDGET, tries) };
}

/** Counts a letter to an address that no code goes with; refuses (429) what is one too many. */
export async function countEmail(ctx: Context, tx: Tx, email: string, ownBudget: Budget, by: string): Promise<void> {
  const now = ctx.now();
  await spendBudgets(tx, [ownBudget], by, now);
  await spendBudgets(tx, EMAIL_BUDGETS, subjectOf(ctx, email), now);
}

async function spendBudgets(tx: Tx, budgets: readonly Budget[], subject: string, now: Instant): Promise<void> {
  for (const budget of budgets) {
    const raised = await spendBudget(tx, budget, subject, now);
    if (!raised.within) throw rateLimited(secondsUntil(now, raised.endsAt)); // and the others are not raised either
  }
}

/** A device that has signed in as this very parent has budgets of its own: no stranger can use them up. */
async function whoseBudget(
  ctx: Context,
  subject: string,
  parent: Profile | undefined,
  client: Client,
): Promise<string> {
  const device = parent && (await findDeviceOf(ctx.db, parent.id, deviceKeys(ctx, client)));
  return device ? `${subject} on ${device}` : subject;
}

/** The subject under which an address has its codes and budgets. */
export function subjectOf({ secrets }: Context, email: string): string {
  return secrets.lookup('e-mail', email);
}

function digestOf({ secrets }: Context, subject: string, code: string): string {
  return secrets.hash('e-mail code', `${subject} ${code}`);
}
