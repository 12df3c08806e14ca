import type { Language } from '../../core/text/languages.ts';
import { type Html, html } from '../html.ts';
import type { Email } from './transport.ts';

/** The person that an email is for, with the language to write it in. */
export interface EmailRecipient {
  readonly email: string;
  readonly language: Language;
}

/** The content of an email, from which its text and HTML versions are made. */
export interface EmailContent {
  readonly subject: string;
  readonly parts: readonly (string | List | Button)[];
  /** Small print at the end. */
  readonly footer?: readonly (string | Button)[];
  readonly headers?: Readonly<Record<string, string>>;
}

interface List {
  readonly heading: string;
  readonly lines: readonly string[];
}

interface Button {
  readonly label: string;
  readonly url: string;
}

/** Renders an email as plain text and as simple HTML with the same content. */
export function composeEmail(recipient: EmailRecipient, content: EmailContent): Email {
  const { subject, parts, footer = [], headers } = content;
  const paragraphs = [...parts.map(asText), ...footer.map(asText)];
  const body = html`${parts.map(asHtml)}${footer.map((part) => asSmallHtml(part))}`;
  return {
    to: recipient.email,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: emailFrame(recipient.language, String(body)),
    ...(headers && { headers }),
  };
}

/** Emails use inline styles, because mail clients remove stylesheets. */
export function emailFrame(language: Language, content: string): string {
  const style = 'background:#fbf6ee;color:#2b2620;padding:32px;border-radius:16px;max-width:480px;margin:0 auto';
  return `<!doctype html><html lang="${language}"><body style="margin:0;padding:24px;font-family:Nunito,Verdana,sans-serif;font-size:16px;line-height:1.5"><div style="${style}">${content}</div></body></html>`;
}

function asText(part: string | List | Button): string {
  if (typeof part === 'string') return part;
  if ('url' in part) return `${part.label}:\n${part.url}`;
  return [part.heading, ...part.lines.map((line) => `- ${line}`)].join('\n');
}

function asHtml(part: string | List | Button): Html {
  if (typeof part === 'string') return html`<p>${part}</p>`;
  if ('url' in part) {
    const style =
      'display:inline-block;background:#b93d0a;color:#fffdf9;padding:12px 24px;border-radius:12px;text-decoration:none;font-weight:bold';
    return html`<p><a href="${part.url}" style="${style}">${part.label}</a></p>`;
  }
  return html`<h2 style="font-size:18px;margin:24px 0 8px">${part.heading}</h2><ul style="margin:0;padding-left:20px">${part.lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function asSmallHtml(part: string | Button): Html {
  const style = 'color:#6b6259;font-size:14px';
  if (typeof part === 'string') return html`<p style="${style}">${part}</p>`;
  return html`<p style="${style}"><a href="${part.url}" style="color:#6b6259">${part.label}</a></p>`;
}
