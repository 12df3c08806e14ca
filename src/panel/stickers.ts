import type { Language } from '../core/languages.ts';
import { STICKERS, type Sticker } from '../features/learning/index.ts';
import { type Html, html } from '../platform/html.ts';
import { assetUrl } from './assets.ts';

export const STICKER_IDS = Object.keys(STICKERS) as Sticker[]; // the keys of a literal

/** A sticker as a picture, with its name for who cannot see it; all of them are one file. */
export function stickerPicture(language: Language, id: string, size = 40): Html | string {
  if (!Object.hasOwn(STICKERS, id)) return '';
  const name = STICKERS[id as Sticker][language]; // just looked
  return html`<img class="sticker" src="${assetUrl('stickers.svg')}#${id}" alt="${name}" width="${size}" height="${size}" loading="lazy">`;
}
