import { type Content, type LocalText, localize, type Media } from '../../../content/index.ts';
import { type Html, html } from '../../../platform/html.ts';

/** The packs, and the language in which a page speaks of them. */
export interface PreviewContext {
  readonly content: Content;
  readonly locale: string;
}

export function previewContext(content: Content, locale: string): PreviewContext {
  return { content, locale };
}

/** A text as a child with this language reads it, marked where it is in another one. */
export function localText({ locale }: PreviewContext, words: LocalText): Html | string {
  const { text, language_served } = localize(words, locale);
  const same = language_served === locale || language_served === locale.split('-')[0];
  return same ? text : html`<span lang="${language_served}">${text}</span>`;
}

/** A picture or sound with its words, held in the page itself. */
export function mediumView(speaking: PreviewContext, id: string): Html {
  const isPicture = mediumOf(speaking, id).mime.startsWith('image/');
  const shown = isPicture ? pictureView(speaking, id) : html`<audio controls src="${addressOf(speaking, id)}"></audio>`;
  return html`<figure>${shown}${mediumText(speaking, id)}</figure>`;
}

/** What stands under it, and what it says to those who cannot see or hear it. */
export function mediumText(speaking: PreviewContext, id: string): Html {
  const { alt, caption } = mediumOf(speaking, id);
  const shown = caption ? html`${localText(speaking, caption)} — ` : '';
  return html`<figcaption>${shown}<i>${localText(speaking, alt)}</i></figcaption>`;
}

export function pictureView(speaking: PreviewContext, id: string): Html {
  const { alt } = mediumOf(speaking, id);
  return html`<img src="${addressOf(speaking, id)}" alt="${localize(alt, speaking.locale).text}">`;
}

function addressOf(speaking: PreviewContext, id: string): string {
  const { mime, bytes } = mediumOf(speaking, id);
  return `data:${mime};base64,${bytes.toString('base64')}`;
}

function mediumOf({ content }: PreviewContext, id: string): Media {
  return content.media.get(id) as Media; // the loader checks that every named medium exists
}
