import type { Language } from '../../core/languages.ts';
import { messages } from '../../locales/index.ts';
import { emailFrame } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { html } from '../../platform/html.ts';

/** The email with a code: six unbroken digits on a line of their own (gap 14). */
export function codeEmail(to: string, code: string, language: Language, use: 'enter' | 'confirm'): Email {
  const t =
    use === 'enter'
      ? messages(language).emails.access.code
      : { ...messages(language).emails.access.code, ...messages(language).emails.access.confirm };
  return {
    to,
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
export function linkConflictEmail(to: string, childName: string, language: Language): Email {
  const { subject, body } = messages(language).emails.access.conflict;
  const text = body({ name: childName });
  return { to, subject, text: `${text}\n`, html: emailFrame(language, String(html`<p>${text}</p>`)) };
}
