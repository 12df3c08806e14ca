import { toLanguage } from '../../core/text/languages.ts';
import { addSeconds, DAY, type Instant } from '../../core/time/instant.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import type { EmailRecipient } from '../../platform/email/compose.ts';
import type { EmailKind } from '../../platform/email/rules.ts';
import type { Email } from '../../platform/email/transport.ts';
import { listChildren, type Profile } from '../accounts/index.ts';
import { getLatestTimeZone } from '../progress/index.ts';
import { countAgainstLimit } from './codes/limits-store.ts';
import { composeMoreEmail } from './emails.ts';
import type { Limit } from './rules.ts';

export type ComposeEmail = (recipient: EmailRecipient) => Email;
/** A parent, or a person without an account, who has no id. */
type Parent = Pick<Profile, 'email' | 'language'> & Partial<Pick<Profile, 'id'>>;

/** How long an email may wait to be sent: as long as the links in it are valid. */
const LIFETIME_SECONDS = 7 * DAY;

interface Notice {
  readonly topic: string;
  readonly kind: EmailKind;
  readonly lifetimeSeconds?: number;
}

/** Enqueues an email to a parent, in the parent's language and time zone (gap 111). The topic is unique, so that no email replaces another. */
export async function notifyParent(
  ctx: TxContext,
  parent: Parent,
  { topic, kind, lifetimeSeconds = LIFETIME_SECONDS }: Notice,
  compose: ComposeEmail,
): Promise<void> {
  const recipient = await findRecipient(ctx, parent);
  if (!recipient) return;
  await ctx.outbox.enqueue(ctx, compose(recipient), {
    topic: `${topic} ${ctx.random.timeOrderedId()}`,
    now: ctx.now(),
    expiresAt: addSeconds(ctx.now(), lifetimeSeconds),
    kind,
  });
}

/**
 * Sends an email to a parent at `sendAt`, unless it is withdrawn before, in place of an earlier one with the same key. The key is hashed
 * because the id of a deleted profile must not remain anywhere (gap 96).
 */
export async function remindParent(
  ctx: TxContext,
  parent: Parent,
  { key, sendAt }: { readonly key: string; readonly sendAt: Instant },
  compose: ComposeEmail,
): Promise<void> {
  const recipient = await findRecipient(ctx, parent);
  if (!recipient) return;
  await ctx.outbox.enqueue(ctx, compose(recipient), {
    topic: computeReminderTopic(ctx, key),
    sendAt,
    now: ctx.now(),
    expiresAt: addSeconds(sendAt, LIFETIME_SECONDS),
    kind: 'security',
  });
}

export async function withdrawReminder(ctx: TxContext, key: string): Promise<void> {
  await ctx.outbox.withdraw(ctx, computeReminderTopic(ctx, key), ctx.now());
}

function computeReminderTopic({ secrets }: Context, key: string): string {
  return `reminder ${secrets.hashWithPepper('notice', key)}`;
}

interface LimitedNotice {
  readonly topic: string;
  readonly limit: Limit;
  /** Whose notices are counted. */
  readonly key: string;
}

/**
 * Enqueues a security notice. Beyond the limit, one email at the end of its window says how many more there were and what the last one
 * said, so that nothing happens in silence (gap 168).
 */
export async function notifyWithinLimit(
  ctx: TxContext,
  parent: Parent,
  { topic, limit, key }: LimitedNotice,
  compose: ComposeEmail,
): Promise<void> {
  // The key is hashed because the id of a deleted profile must not remain anywhere (gap 96).
  const limitKey = ctx.secrets.hashWithPepper('notice', key);
  const { isWithinLimit, count, windowEndsAt } = await countAgainstLimit(ctx, limit, limitKey);
  if (isWithinLimit) return notifyParent(ctx, parent, { topic, kind: 'security' }, compose);
  const recipient = await findRecipient(ctx, parent);
  if (!recipient) return;
  const more = composeMoreEmail(ctx, recipient, { count: count - limit.maxCount, latest: compose(recipient) });
  await ctx.outbox.enqueue(ctx, more, {
    topic: `more ${limitKey} ${windowEndsAt}`,
    sendAt: windowEndsAt,
    now: ctx.now(),
    expiresAt: addSeconds(ctx.now(), LIFETIME_SECONDS),
    kind: 'security',
  });
}

async function findRecipient(ctx: Context, { id, email, language }: Parent): Promise<EmailRecipient | undefined> {
  if (email === null) return undefined;
  const children = id === undefined ? [] : await listChildren(ctx, id);
  const timeZone = await getLatestTimeZone(
    ctx,
    children.map((child) => child.id),
  );
  return { email, language: toLanguage(language), timeZone };
}
