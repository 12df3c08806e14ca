import { messages } from '../../locales/index.ts';
import { type EmailRecipient, emailFrame } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { html } from '../../platform/html.ts';

/** The email with a code: six unbroken digits on a line of their own (gap 14). */
export function codeEmail(
  { email, language }: EmailRecipient,
  { code, use }: { code: string; use: 'sign-in' | 'confirm' },
): Email {
  const texts = messages(language).emails.access;
  const t = use === 'sign-in' ? texts.code : { ...texts.code, ...texts.confirm };
  return {
    to: email,
    subject: t.subject,
    text: `${t.lead}\n\n${code}\n\n${t.life}\n${t.not}\n`,
    html: emailFrame(
      language,
      String(html`<p>${t.lead}</p>
<p style="font-size:32px;font-weight:bold;letter-spacing:6px;margin:24px 0">${code}</p>
<p>${t.life}</p>
<p style="color:#6b6259">${t.not}</p>`),
    ),
  };
}

/** Notifies the first guardian that the child entered another parent's linking code (gap 12). */
export function linkConflictEmail({ email, language }: EmailRecipient, childName: string): Email {
  const { subject, body } = messages(language).emails.access.conflict;
  const text = body({ name: childName });
  return { to: email, subject, text: `${text}\n`, html: emailFrame(language, String(html`<p>${text}</p>`)) };
}
