import { toLanguage } from '../../core/text/languages.ts';
import { addSeconds, DAY } from '../../core/time/instant.ts';
import type { TxContext } from '../../platform/context.ts';
import type { EmailRecipient } from '../../platform/email/compose.ts';
import type { EmailKind } from '../../platform/email/rules.ts';
import type { Email } from '../../platform/email/transport.ts';
import type { Profile } from '../accounts/index.ts';
import { countAgainstLimit } from './codes/limits-store.ts';
import { composeMoreEmail } from './emails.ts';
import type { Limit } from './rules.ts';

export type ComposeEmail = (recipient: EmailRecipient) => Email;
type Parent = Pick<Profile, 'email' | 'language'>;

const LIFETIME_SECONDS = 3 * DAY;

/** Enqueues an email to a parent, in the parent's language. The topic is unique, so that no email replaces another. */
export async function notifyParent(
  ctx: TxContext,
  { email, language }: Parent,
  { topic, kind }: { readonly topic: string; readonly kind: EmailKind },
  compose: ComposeEmail,
): Promise<void> {
  if (email === null) return;
  await ctx.outbox.enqueue(ctx, compose({ email, language: toLanguage(language) }), {
    topic: `${topic} ${ctx.random.timeOrderedId()}`,
    now: ctx.now(),
    expiresAt: addSeconds(ctx.now(), LIFETIME_SECONDS),
    kind,
  });
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
  if (parent.email === null) return;
  const recipient = { email: parent.email, language: toLanguage(parent.language) };
  const more = composeMoreEmail(ctx, recipient, { count: count - limit.maxCount, latest: compose(recipient) });
  await ctx.outbox.enqueue(ctx, more, {
    topic: `more ${limitKey} ${windowEndsAt}`,
    sendAt: windowEndsAt,
    now: ctx.now(),
    expiresAt: addSeconds(windowEndsAt, LIFETIME_SECONDS),
    kind: 'security',
  });
}
