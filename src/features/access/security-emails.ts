import type { Instant } from '../../core/instant.ts';
import { dateLocale } from '../../core/languages.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { composeEmail, type EmailRecipient } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { nameInEmail, type Profile } from '../accounts/index.ts';

/** Notifies a parent of a sign-in on a new device. It contains no code and no link that grants access. */
export function newDeviceEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { at, program }: { at: Instant; program: string | undefined },
): Email {
  const { language } = recipient;
  const t = messages(language).emails.security.device;
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  const when = new Date(at).toLocaleString(dateLocale(language), format);
  const body = t.body({ at: `${when} UTC`, program: program ?? t.unknown });
  const button = { label: t.button, url: `${settings.baseUrl}/panel/account` };
  return composeEmail(recipient, { subject: t.subject, parts: [body, t.good, t.bad, button] });
}

/** Notifies a guardian that wrong PINs have locked a child's sign-in. */
export function pinLockedEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  child: Pick<Profile, 'id' | 'display_name' | 'pseudonym'>,
): Email {
  const t = messages(recipient.language).emails.security.lock;
  const button = { label: t.button, url: `${settings.baseUrl}/panel/children/${child.id}/settings` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [t.body({ name: nameInEmail(child) }), t.help, button],
  });
}
