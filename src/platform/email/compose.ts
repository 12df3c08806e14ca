import type { Language } from '../../core/text/languages.ts';
import { type Html, html } from '../html.ts';
import { type Button, DARK_PART_STYLES, listPictures, type Part, toHtml, toSmallHtml, toText } from './parts.ts';
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
  /** The text that mail clients show next to the subject in a list of emails; by default, the first paragraph. */
  readonly preview?: string;
  readonly parts: readonly Part[];
  /** Paragraphs and links in small print at the end. */
  readonly footer?: readonly (string | Button)[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Renders an email as plain text and as simple HTML with the same content. */
export function composeEmail(recipient: EmailRecipient, content: EmailContent): Email {
  const { subject, parts, footer = [], headers } = content;
  const paragraphs = [...parts, ...footer].flatMap((part) => toText(part) ?? []);
  const { preview = paragraphs[0] ?? '' } = content;
  const pictures = listPictures(parts);
  return {
    to: recipient.email,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: renderEmailFrame(
      { language: recipient.language, subject, preview },
      html`${parts.map(toHtml)}${footer.length > 0 ? html`<div class="footer" style="margin-top:32px;border-top:1px solid #e6dccd">${footer.map(toSmallHtml)}</div>` : ''}`,
    ),
    headers,
    ...(pictures.length > 0 && { pictures }),
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
 * people who prefer a dark theme, and no margins on phones.
 */
export function renderEmailFrame({ language, subject, preview }: EmailFrame, body: Html): string {
  return String(
    html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${DARK_STYLES}${NARROW_STYLES}</style></head><body class="page" style="margin:0;padding:24px;background:#fffdf9;font-family:Nunito,Verdana,sans-serif;font-size:16px;line-height:1.5"><div style="display:none;max-height:0;overflow:hidden">${preview.slice(0, MAX_PREVIEW_LENGTH)}</div><div class="card" style="background:#fbf6ee;color:#2b2620;padding:32px;border-radius:16px;max-width:480px;margin:0 auto;overflow-wrap:anywhere"><p class="brand" style="margin:0 0 24px;color:#b93d0a;font-weight:bold">${BRAND_MARK}Family Learning</p>${body}</div></body></html>`,
  );
}

/** Two leaves as in the icon, made of boxes, because many mail clients show neither SVG nor pictures from elsewhere. */
const BRAND_MARK = html`<span style="display:inline-block;width:28px;height:28px;margin-right:8px;border-radius:8px;background:#c2410c;line-height:26px;text-align:center;vertical-align:middle;font-size:0">${['0 9px', '9px 0'].map((corners) => html`<span style="display:inline-block;width:9px;height:9px;margin:0 0.5px;border-radius:${corners};background:#fde9d3;vertical-align:middle"></span>`)}</span>`;

/** Mail clients show at most about this many characters of a preview. */
const MAX_PREVIEW_LENGTH = 120;

/** The dark colors of the panel (02-tokens.css). */
const DARK_STYLES = `@media (prefers-color-scheme:dark){.page{background:#1b1814!important}.card{background:#25211c!important;color:#f4ece1!important}.brand{color:#ff9a62!important}${DARK_PART_STYLES}}`;

const NARROW_STYLES =
  '@media (max-width:480px){.page{padding:0!important}.card{border-radius:0!important;padding:24px 20px!important}}';
