/** The stickers that a guardian can give. Never remove an id, because stored submissions contain it. */
export const STICKERS = ['star', 'heart', 'rocket', 'rainbow', 'trophy', 'sunflower', 'clap', 'bright-idea'] as const;
export type Sticker = (typeof STICKERS)[number];

export function isSticker(id: string): id is Sticker {
  return STICKERS.some((sticker) => sticker === id);
}
