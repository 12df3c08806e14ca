import type { Language } from '../../core/text/languages.ts';
import { type Html, html } from '../html.ts';
import type { Email } from './transport.ts';

/** The email address of a person, and the language and the time zone (by default UTC) of emails to that person. */
export interface EmailRecipient {
  readonly email: string;
  readonly language: Language;
  readonly timeZone?: string;
}

/** The content of an email, from which its text and HTML versions are made. */
export interface EmailContent {
  readonly subject: string;
  readonly parts: readonly (string | List | Button)[];
  /** Paragraphs and links in small print at the end. */
  readonly footer?: readonly (string | Button)[];
  readonly headers?: Readonly<Record<string, string>>;
}

interface List {
  readonly heading: string;
  readonly lines: readonly string[];
}

export interface Button {
  readonly label: string;
  readonly url: string;
}

/** Renders an email as plain text and as simple HTML with the same content. */
export function composeEmail(recipient: EmailRecipient, content: EmailContent): Email {
  const { subject, parts, footer = [], headers } = content;
  const paragraphs = [...parts.map(toText), ...footer.map(toText)];
  const body = html`${parts.map(toHtml)}${footer.map((part) => toSmallHtml(part))}`;
  return {
    to: recipient.email,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: renderEmailFrame({ language: recipient.language, subject, preview: paragraphs[0] ?? '' }, body),
    headers,
  };
}

interface EmailFrame {
  readonly language: Language;
  readonly subject: string;
  /** The text that mail clients show next to the subject in a list of emails. */
  readonly preview: string;
}

/**
 * The HTML document around an email: the service's name, and a preview text, which is not visible in the email itself.
 * Styles are inline, because many mail clients remove stylesheets. Mail clients that keep stylesheets show the dark colors to
 * people who prefer a dark theme.
 */
export function renderEmailFrame({ language, subject, preview }: EmailFrame, body: Html): string {
  return String(
    html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${DARK_STYLES}</style></head><body class="page" style="margin:0;padding:24px;background:#fffdf9;font-family:Nunito,Verdana,sans-serif;font-size:16px;line-height:1.5"><div style="display:none;max-height:0;overflow:hidden">${preview.slice(0, MAX_PREVIEW_LENGTH)}</div><div class="card" style="background:#fbf6ee;color:#2b2620;padding:32px;border-radius:16px;max-width:480px;margin:0 auto"><p class="brand" style="margin:0 0 24px;color:#b93d0a;font-weight:bold"><span style="display:inline-block;width:14px;height:14px;margin-right:8px;border-radius:5px;background:#c2410c"></span>Family Learning</p>${body}</div></body></html>`,
  );
}

/** Mail clients show at most about this many characters of a preview. */
const MAX_PREVIEW_LENGTH = 120;

/** The dark colors of the panel (02-tokens.css). */
const DARK_STYLES =
  '@media (prefers-color-scheme:dark){.page{background:#1b1814!important}.card{background:#25211c!important;color:#f4ece1!important}.brand{color:#ff9a62!important}.small,.small a{color:#b5a999!important}.button{background:#ff9a62!important;color:#2a1405!important}}';

function toText(part: string | List | Button): string {
  if (typeof part === 'string') return part;
  if ('url' in part) return `${part.label}:\n${part.url}`;
  return [part.heading, ...part.lines.map((line) => `- ${line}`)].join('\n');
}

function toHtml(part: string | List | Button): Html {
  if (typeof part === 'string') return html`<p>${part}</p>`;
  if ('url' in part) {
    const style =
      'display:inline-block;background:#b93d0a;color:#fffdf9;padding:12px 24px;border-radius:12px;text-decoration:none;font-weight:bold';
    return html`<p><a class="button" href="${part.url}" style="${style}">${part.label}</a></p>`;
  }
  return html`<h2 style="font-size:18px;margin:24px 0 8px">${part.heading}</h2><ul style="margin:0;padding-left:20px">${part.lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function toSmallHtml(part: string | Button): Html {
  const style = 'color:#6b6259;font-size:14px';
  if (typeof part === 'string') return html`<p class="small" style="${style}">${part}</p>`;
  return html`<p class="small" style="${style}"><a href="${part.url}" style="color:#6b6259">${part.label}</a></p>`;
}
