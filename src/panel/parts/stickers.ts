import type { Language } from '../../core/text/languages.ts';
import { STICKERS } from '../../features/learning/index.ts';
import { getMessages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { getAssetUrl } from '../assets.ts';

/** Renders a sticker as an image with its name as alternative text. All stickers are in one SVG file. */
export function renderSticker(language: Language, id: string, size = 40): Html | string {
  const sticker = STICKERS.find((name) => name === id);
  if (!sticker) return '';
  const name = getMessages(language).submissions.stickers[sticker];
  return html`<img class="sticker" src="${getAssetUrl('stickers.svg')}#${id}" alt="${name}" width="${size}" height="${size}" loading="lazy">`;
}
