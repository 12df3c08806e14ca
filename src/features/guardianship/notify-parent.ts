import { addSeconds, DAY } from '../../core/instant.ts';
import { type Language, languageFor } from '../../core/languages.ts';
import type { Context, Unit } from '../../platform/context.ts';
import type { Email } from '../../platform/email/transport.ts';
import type { Profile } from '../accounts/index.ts';

type ComposeEmail<A extends unknown[]> = (ctx: Context, to: string, language: Language, ...args: A) => Email;

/** Enqueues an email to a parent, in the parent's language. The topic is unique, so that no email replaces another. */
export async function notifyParent<A extends unknown[]>(
  { ctx, tx, now }: Unit,
  { email, language }: Pick<Profile, 'email' | 'language'>,
  topic: string,
  compose: ComposeEmail<A>,
  ...args: A
): Promise<void> {
  if (email === null) return;
  const message = compose(ctx, email, languageFor(language), ...args);
  await ctx.mail.enqueue(tx, message, {
    topic: `${topic} ${ctx.random.timeId()}`,
    now,
    expiresAt: addSeconds(now, 3 * DAY),
  });
}
