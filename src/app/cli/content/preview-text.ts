import {
  type Content,
  type DrawnPicture,
  localize,
  type Media,
  type MultilingualText,
  renderItemPicture,
} from '../../../content/index.ts';
import { type Html, html } from '../../../platform/html.ts';

/** The content of all packs, and the language of the preview. */
export interface PreviewContext {
  readonly content: Content;
  readonly locale: string;
}

export function createPreviewContext(content: Content, locale: string): PreviewContext {
  return { content, locale };
}

/**
 * Renders a text as a child with this language reads it. If the text is not translated, its `lang` attribute names the language
 * that it is in.
 */
export function renderText({ locale }: PreviewContext, text: MultilingualText): Html | string {
  const { text: localized, language_served } = localize(text, locale);
  const isTranslated = language_served === locale || language_served === locale.split('-')[0];
  return isTranslated ? localized : html`<span lang="${language_served}">${localized}</span>`;
}

/** Renders a picture or recording with its texts, embedded in the page. */
export function renderMediaFile(context: PreviewContext, id: string): Html {
  const isPicture = getMediaFile(context, id).mime.startsWith('image/');
  const view = isPicture ? renderPicture(context, id) : html`<audio controls src="${toDataUrl(context, id)}"></audio>`;
  return html`<figure>${view}${renderMediaText(context, id)}</figure>`;
}

/** Renders the caption, and the alternative text for people who cannot see or hear the file. */
export function renderMediaText(context: PreviewContext, id: string): Html {
  const { alt, caption } = getMediaFile(context, id);
  const captionText = caption ? html`${renderText(context, caption)} — ` : '';
  return html`<figcaption>${captionText}<i>${renderText(context, alt)}</i></figcaption>`;
}

export function renderPicture(context: PreviewContext, id: string): Html {
  const { alt } = getMediaFile(context, id);
  return html`<img src="${toDataUrl(context, id)}" alt="${localize(alt, context.locale).text}">`;
}

/** Renders the picture of a generated item. */
export function renderDrawnPicture(context: PreviewContext, { path, alt }: DrawnPicture): Html {
  const [task = '', item = '', file = ''] = path.split('/');
  const svg = renderItemPicture(context.content, { task, item, file })?.svg.toString('base64') ?? '';
  return html`<figure><img src="data:image/svg+xml;base64,${svg}" alt=""><figcaption><i>${renderText(context, alt)}</i></figcaption></figure>`;
}

function toDataUrl(context: PreviewContext, id: string): string {
  const { mime, bytes } = getMediaFile(context, id);
  return `data:${mime};base64,${bytes.toString('base64')}`;
}

function getMediaFile({ content }: PreviewContext, id: string): Media {
  return content.media.get(id) as Media; // the loader checks that all media of a task exist
}
