import { languageFor } from '../../core/text/languages.ts';
import { addSeconds, DAY } from '../../core/time/instant.ts';
import type { UnitOfWork } from '../../platform/context.ts';
import type { EmailRecipient } from '../../platform/email/compose.ts';
import type { EmailKind } from '../../platform/email/rules.ts';
import type { Email } from '../../platform/email/transport.ts';
import { GUARDIAN_NOTICES, spendBudget } from '../access/index.ts';
import type { Profile } from '../accounts/index.ts';

type Compose = (recipient: EmailRecipient) => Email;

/** Enqueues an email to a parent, in the parent's language. The topic is unique, so that no email replaces another. */
export async function notifyParent(
  { ctx, tx, now }: UnitOfWork,
  { email, language }: Pick<Profile, 'email' | 'language'>,
  { topic, kind }: { readonly topic: string; readonly kind: EmailKind },
  compose: Compose,
): Promise<void> {
  if (email === null) return;
  await ctx.mail.enqueue(tx, compose({ email, language: languageFor(language) }), {
    topic: `${topic} ${ctx.random.timeId()}`,
    now,
    expiresAt: addSeconds(now, 3 * DAY),
    kind,
  });
}

/**
 * Enqueues an email about what a parent did, which the same parent can repeat at will: at most five a day on the same
 * topic, so that these emails neither fill the outbox nor delay others to the recipient.
 */
export async function notifyOfAction(
  unit: UnitOfWork,
  recipient: Pick<Profile, 'id' | 'email' | 'language'>,
  { topic, actorId }: { readonly topic: string; readonly actorId: string },
  compose: Compose,
): Promise<void> {
  const subject = `${topic} by ${actorId} to ${recipient.id}`;
  const { within } = await spendBudget(unit.tx, GUARDIAN_NOTICES, subject, unit.now);
  if (within) await notifyParent(unit, recipient, { topic, kind: 'security' }, compose);
}
