import { addSeconds, DAY } from '../../core/instant.ts';
import { languageFor } from '../../core/languages.ts';
import type { Unit } from '../../platform/context.ts';
import type { EmailRecipient } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import type { Profile } from '../accounts/index.ts';

/** Enqueues an email to a parent, in the parent's language. The topic is unique, so that no email replaces another. */
export async function notifyParent(
  { ctx, tx, now }: Unit,
  { email, language }: Pick<Profile, 'email' | 'language'>,
  topic: string,
  compose: (recipient: EmailRecipient) => Email,
): Promise<void> {
  if (email === null) return;
  await ctx.mail.enqueue(tx, compose({ email, language: languageFor(language) }), {
    topic: `${topic} ${ctx.random.timeId()}`,
    now,
    expiresAt: addSeconds(now, 3 * DAY),
  });
}
