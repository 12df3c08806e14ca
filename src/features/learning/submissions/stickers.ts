/** What a guardian can put on a submission, by id. An id that was given stays: submissions keep it. */
export const STICKERS = ['star', 'heart', 'rocket', 'rainbow', 'trophy', 'sunflower', 'clap', 'bright-idea'] as const;
export type Sticker = (typeof STICKERS)[number];

export function isSticker(id: string): id is Sticker {
  return STICKERS.some((sticker) => sticker === id);
}
