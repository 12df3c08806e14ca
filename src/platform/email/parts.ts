import { type Html, html } from '../html.ts';

/** A part of an email, which has a text and an HTML version with the same content. */
export type Part = string | Title | Hint | GoodNews | Heading | List | Button | Figures | Drawing | Card;

export interface Title {
  readonly title: string;
}

/** A paragraph in small print. */
export interface Hint {
  readonly hint: string;
}

/** A sentence in a green box. */
interface GoodNews {
  readonly good: string;
}

export interface Heading {
  readonly heading: string;
  /** A small round picture before the text. */
  readonly icon?: Picture;
}

interface List extends Heading {
  readonly lines: readonly string[];
}

export interface Button {
  readonly label: string;
  readonly url: string;
  /** Whether another button is more important. */
  readonly isSecondary?: boolean;
}

/** A row of a few numbers. */
interface Figures {
  readonly figures: readonly { readonly label: string; readonly value: string }[];
}

/** Decorative pictures in a row, the first one the largest. The text version leaves them out. */
interface Drawing {
  readonly pictures: readonly Picture[];
}

/**
 * A public picture of the service, such as an avatar. It is sent with the email, because email programs load no pictures from elsewhere
 * by default.
 */
export interface Picture {
  /** Identifies the picture within the email. */
  readonly id: string;
  readonly url: string;
  /** The point to mark with a cross and the areas to frame, in fractions of the width and height of the picture. */
  readonly marks?: { readonly point: Point | null; readonly areas: readonly Area[] };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

/** A box with a question or something to do: a picture, rows such as the choices of the question, and paragraphs. */
interface Card {
  readonly caption: string;
  readonly picture?: Picture | undefined;
  /** The pictures in words, in place of those that cannot be shown. */
  readonly pictureTexts?: readonly string[];
  readonly rows?: readonly CardRow[];
  readonly comparison?: Comparison;
  readonly details: readonly { readonly label?: string; readonly text: string }[];
}

/** A table of what was answered and what is right. */
interface Comparison {
  readonly given: string;
  readonly right: string;
  readonly rows: readonly { readonly label: string; readonly given: string; readonly right: string }[];
}

interface CardRow {
  readonly text: string;
  readonly mark: 'right' | 'wrong' | undefined;
  readonly note: string | undefined;
}

export function listPictures(parts: readonly Part[]): Picture[] {
  const pictures = parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    if ('pictures' in part) return part.pictures;
    if ('caption' in part) return part.picture ?? [];
    return 'heading' in part && 'icon' in part ? (part.icon ?? []) : [];
  });
  return [...new Map(pictures.map((picture) => [picture.id, picture])).values()];
}

/** Returns undefined for a part that has no text. */
export function toText(part: Part): string | undefined {
  if (typeof part === 'string') return part;
  if ('title' in part) return part.title;
  if ('hint' in part) return part.hint;
  if ('good' in part) return part.good;
  if ('url' in part) return `${part.label}:\n${part.url}`;
  if ('figures' in part) return formatFigures(part.figures);
  if ('pictures' in part) return undefined;
  if ('caption' in part) return toCardText(part);
  if ('lines' in part) return [part.heading, ...part.lines.map((line) => `- ${line}`)].join('\n');
  return `${part.heading}\n${'-'.repeat(part.heading.length)}`;
}

/** Formats figures as one line of text. */
export function formatFigures(figures: Figures['figures']): string {
  return figures.map(({ label, value }) => `${label}:\u00a0${value}`).join('\u00a0· ');
}

function toCardText({ caption, pictureTexts = [], rows = [], comparison, details }: Card): string {
  return [
    caption,
    ...pictureTexts.map((text) => `[${text}]`),
    ...rows.map(({ text, note }) => `- ${text}${note === undefined ? '' : ` (${note})`}`),
    ...(comparison?.rows ?? []).map(({ label, given, right }) =>
      given === right ? `- ${label} ${right}` : `- ${label} ${given} (${comparison?.right}: ${right})`,
    ),
    ...details.map(({ label, text }) => (label === undefined ? text : `${label}: ${text}`)),
  ].join('\n');
}

export function toHtml(part: Part): Html {
  if (typeof part === 'string') return html`<p>${part}</p>`;
  if ('title' in part) return html`<h1 style="font-size:26px;line-height:1.25;margin:16px 0 8px">${part.title}</h1>`;
  if ('hint' in part) return html`<p class="small" style="${SMALL_STYLE};margin:8px 0">${part.hint}</p>`;
  if ('good' in part)
    return html`<p class="right" style="background:${MARK_COLORS.right.background};border-radius:12px;padding:12px 16px;font-weight:bold">${part.good}</p>`;
  if ('url' in part) return renderButton(part);
  if ('figures' in part) return renderFigures(part);
  if ('pictures' in part) return renderDrawing(part);
  if ('caption' in part) return renderCard(part);
  const list = 'lines' in part ? part.lines.map((line) => html`<li>${line}</li>`) : undefined;
  const icon =
    'icon' in part && part.icon
      ? html`<img src="${getPictureUrl(part.icon)}" alt="" width="48" height="48" style="border-radius:50%;vertical-align:middle;margin-right:10px">`
      : '';
  return html`<h2 style="font-size:${icon ? 22 : 18}px;margin:${icon ? 32 : 24}px 0 8px">${icon}${part.heading}</h2>${list ? html`<ul style="margin:0;padding-left:20px">${list}</ul>` : ''}`;
}

/** The colors of the panel (02-tokens.css). */
const SMALL_STYLE = 'color:#6b6259;font-size:14px';

function renderButton({ label, url, isSecondary = false }: Button): Html {
  const colors = isSecondary ? 'background:none;color:#b93d0a' : 'background:#b93d0a;color:#fffdf9';
  const style = `display:inline-block;${colors};border:2px solid #b93d0a;padding:10px 22px;border-radius:12px;text-decoration:none;font-weight:bold`;
  return html`<p><a class="button${isSecondary ? ' secondary' : ''}" href="${url}" style="${style}">${label}</a></p>`;
}

/** A table, because email programs do not agree on anything else that puts boxes next to each other. */
function renderFigures({ figures }: Figures): Html {
  const cells = figures.map(({ label, value }, i) => {
    const gap = i === 0 ? '' : html`<td style="padding:0"></td>`;
    return html`${gap}<td class="box" style="padding:10px 2px;border-radius:12px;background:#f3e9db;text-align:center;vertical-align:top;width:${Math.floor(100 / figures.length) - 2}%"><b style="display:block;font-size:22px;line-height:1.2">${value}</b><span class="small" style="color:#6b6259;font-size:12px;line-height:1.2">${label}</span></td>`;
  });
  return html`<table role="presentation" style="width:100%;border-collapse:separate;border-spacing:0;margin:12px 0"><tr>${cells}</tr></table>`;
}

function renderDrawing({ pictures }: Drawing): Html {
  const images = pictures.map((picture, i) => {
    const side = i === 0 ? 112 : 64;
    return html`<img src="${getPictureUrl(picture)}" alt="" width="${side}" height="${side}" style="border-radius:50%;vertical-align:middle;margin:4px">`;
  });
  return html`<div class="band" style="background:#fbe3cf;border-radius:12px;padding:12px 8px;text-align:center">${images}</div>`;
}

export function getPictureUrl({ id }: Picture): string {
  return `cid:${id}`;
}

function renderCard({ caption, picture, pictureTexts = [], rows = [], comparison, details }: Card): Html {
  const image = picture
    ? html`<img src="${getPictureUrl(picture)}" alt="${pictureTexts.join(' ')}" width="384" style="width:100%;max-width:384px;height:auto;border-radius:8px">`
    : pictureTexts.map((text) => html`<p class="small" style="${SMALL_STYLE};margin:8px 0">[${text}]</p>`);
  const paragraphs = details.map(
    ({ label, text }) =>
      html`<p style="margin:12px 0 0">${label === undefined ? '' : html`<b style="display:block">${label}</b>`}${text}</p>`,
  );
  return html`<div class="inner" style="background:#fffdf9;border-radius:12px;padding:16px;margin:12px 0"><p style="margin:0 0 8px;font-weight:bold">${caption}</p>${image}${rows.map(renderRow)}${comparison ? renderComparison(comparison) : ''}${paragraphs}</div>`;
}

function renderRow({ text, mark, note }: CardRow): Html {
  const colors = MARK_COLORS[mark ?? 'choice'];
  const noteText =
    note === undefined
      ? ''
      : html`<br><span class="mark" style="font-size:13px;font-weight:bold;color:${colors.text}">${mark === 'right' ? '✓ ' : ''}${note}</span>`;
  return html`<div class="${mark ?? 'choice'}" style="background:${colors.background};border-radius:8px;padding:8px 12px;margin:6px 0">${text}${noteText}</div>`;
}

function renderComparison({ given, right, rows }: Comparison): Html {
  const head = [given, right].map(
    (text) =>
      html`<th class="small" style="${SMALL_STYLE};padding:0 8px;text-align:left;font-weight:normal">${text}</th>`,
  );
  const lines = rows.map((row) => {
    const mark = row.given === row.right ? 'right' : 'wrong';
    const { background, text } = MARK_COLORS[mark];
    const sign = mark === 'right' ? '✓' : '✗';
    return html`<tr><td style="padding:8px 8px 8px 0">${row.label}</td><td class="${mark}" style="background:${background};border-radius:8px;padding:8px"><b class="mark" style="color:${text}">${sign}</b> ${row.given}</td><td style="padding:8px">${row.right}</td></tr>`;
  });
  return html`<table style="width:100%;border-collapse:separate;border-spacing:0 4px;text-align:left;margin:8px 0"><tr><td></td>${head}</tr>${lines}</table>`;
}

const MARK_COLORS = {
  choice: { background: '#f6efe4', text: '#2b2620' },
  right: { background: '#e0f0e4', text: '#276b45' },
  wrong: { background: '#fbe6ec', text: '#a11043' },
} as const;

/** The colors of the classes of parts for people who prefer a dark theme. */
export const DARK_PART_STYLES =
  '.footer{border-color:#443c33!important}.small,.small a{color:#b5a999!important}.button{background:#ff9a62!important;border-color:#ff9a62!important;color:#2a1405!important}.secondary{background:none!important;color:#ff9a62!important}.band{background:#3d2c20!important}.box,.choice{background:#332d26!important}.inner{background:#1b1814!important}.right{background:#1f3527!important}.wrong{background:#43202b!important}.right .mark{color:#7fcb9c!important}.wrong .mark{color:#ff9bb6!important}';

export function toSmallHtml(part: string | Button): Html {
  if (typeof part === 'string') return html`<p class="small" style="${SMALL_STYLE}">${part}</p>`;
  return html`<p class="small" style="${SMALL_STYLE}"><a href="${part.url}" style="color:#6b6259">${part.label}</a></p>`;
}
