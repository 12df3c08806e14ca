import { type Content, type LocalText, type Media, textIn } from '../features/content/index.ts';
import { type Html, html } from '../platform/html.ts';

/** The packs, and the language in which a page speaks of them. */
export interface Speaking {
  readonly content: Content;
  readonly tag: string;
}

export function speaking(content: Content, tag: string): Speaking {
  return { content, tag };
}

/** A text as a child with this language reads it, marked where it is in another one. */
export function say({ tag }: Speaking, words: LocalText): Html | string {
  const { text, language_served } = textIn(words, tag);
  const same = language_served === tag || language_served === tag.split('-')[0];
  return same ? text : html`<span lang="${language_served}">${text}</span>`;
}

/** A picture or sound with its words, held in the page itself. */
export function mediumView(speaking: Speaking, id: string): Html {
  const isPicture = mediumOf(speaking, id).mime.startsWith('image/');
  const shown = isPicture ? pictureView(speaking, id) : html`<audio controls src="${addressOf(speaking, id)}"></audio>`;
  return html`<figure>${shown}${wordsView(speaking, id)}</figure>`;
}

/** What stands under it, and what it says to those who cannot see or hear it. */
export function wordsView(speaking: Speaking, id: string): Html {
  const { alt, caption } = mediumOf(speaking, id);
  const shown = caption ? html`${say(speaking, caption)} — ` : '';
  return html`<figcaption>${shown}<i>${say(speaking, alt)}</i></figcaption>`;
}

export function pictureView(speaking: Speaking, id: string): Html {
  const { alt } = mediumOf(speaking, id);
  return html`<img src="${addressOf(speaking, id)}" alt="${textIn(alt, speaking.tag).text}">`;
}

function addressOf(speaking: Speaking, id: string): string {
  const { mime, bytes } = mediumOf(speaking, id);
  return `data:${mime};base64,${bytes.toString('base64')}`;
}

function mediumOf({ content }: Speaking, id: string): Media {
  return content.media.get(id) as Media; // the loader checks that every named medium exists
}
