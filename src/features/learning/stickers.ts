import type { Text } from '../../core/languages.ts';

/** What a guardian can stick on a work, by id. An id that was given stays: works keep it. */
export const STICKERS = {
  star: { en: 'Star', es: 'Estrella', uk: 'Зірка', pl: 'Gwiazda' },
  heart: { en: 'Heart', es: 'Corazón', uk: 'Серце', pl: 'Serce' },
  rocket: { en: 'Rocket', es: 'Cohete', uk: 'Ракета', pl: 'Rakieta' },
  rainbow: { en: 'Rainbow', es: 'Arcoíris', uk: 'Веселка', pl: 'Tęcza' },
  trophy: { en: 'Trophy', es: 'Trofeo', uk: 'Кубок', pl: 'Puchar' },
  sunflower: { en: 'Sunflower', es: 'Girasol', uk: 'Соняшник', pl: 'Słonecznik' },
  clap: { en: 'Applause', es: 'Aplauso', uk: 'Оплески', pl: 'Brawa' },
  'bright-idea': { en: 'Bright idea', es: 'Gran idea', uk: 'Блискуча ідея', pl: 'Świetny pomysł' },
} as const satisfies Record<string, Text>;

export type Sticker = keyof typeof STICKERS;
export const STICKER_IDS = Object.keys(STICKERS) as Sticker[]; // the keys of a literal

export function isSticker(id: string): id is Sticker {
  return Object.hasOwn(STICKERS, id);
}
