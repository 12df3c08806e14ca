import { addSeconds, DAY } from '../../core/instant.ts';
import { type Language, languageFor } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { Email } from '../../platform/email/transport.ts';
import type { Profile } from '../accounts/index.ts';

type Write<A extends unknown[]> = (ctx: Context, to: string, language: Language, ...about: A) => Email;

/** Posts a letter to a parent, in the parent's language. Each tells of something of its own: none replaces another. */
export async function notifyParent<A extends unknown[]>(
  ctx: Context,
  tx: Tx,
  { email, language }: Pick<Profile, 'email' | 'language'>,
  topic: string,
  write: Write<A>,
  ...about: A
): Promise<void> {
  if (email === null) return;
  const now = ctx.now();
  const letter = write(ctx, email, languageFor(language), ...about);
  await ctx.mail.enqueue(tx, letter, {
    topic: `${topic} ${ctx.random.timeId()}`,
    now,
    expiresAt: addSeconds(now, 3 * DAY),
  });
}
