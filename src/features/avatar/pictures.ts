import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AVATAR_SLOTS, type AvatarLook, type AvatarSlot } from '../../core/avatar-look.ts';
import { createQueue } from '../../platform/concurrency/queue.ts';
import type { Content } from '../content/index.ts';
import type { LookArt } from './draw.ts';

export const SIZES = { smallest: 64, largest: 512 };

/** Pictures drawn lately, at most this many bytes of them; each is drawn once, however many ask for it at once. */
const CACHE_BYTES = 16 * 1024 * 1024;
const cache = new LRUCache<string, Buffer>({
  maxSize: CACHE_BYTES,
  sizeCalculation: (picture) => picture.length + 200,
});
const underWay = new Map<string, Promise<Buffer>>();
/** There are more looks than any cache holds: whoever asks for them all draws at the pace of two at a time. */
const inTurn = createQueue({ atOnce: 2, places: 200, longestWaitMs: 2000 });

/** The picture of a look as the address names it; undefined when it names what the pack does not have. */
export async function lookPicture(content: Content, look: AvatarLook, format: Format): Promise<Buffer | undefined> {
  const art = artOf(content, look);
  if (!art) return undefined;
  const name = AVATAR_SLOTS.map((slot) => look[slot] ?? '_').join('.');
  return remembered(`${content.artRevision} look ${name}`, format, async () => (await drawing()).drawAvatar(art));
}

/** The picture of one item; undefined when the pack has no such item. */
export async function itemPicture(content: Content, id: string, format: Format): Promise<Buffer | undefined> {
  const item = content.items.get(id);
  if (!item) return undefined;
  return remembered(`${content.artRevision} item ${id}`, format, async () =>
    (await drawing()).drawItem(item.slot, item.art),
  );
}

/** SVG, or PNG of so many pixels a side. */
export type Format = 'svg' | number;

/** Reads "light.bob._.tee._" as a look. */
export function readLook(name: string): AvatarLook | undefined {
  const ids = name.split('.');
  const [skin, hair, hat, shirt, accessory] = ids;
  if (ids.length !== AVATAR_SLOTS.length || !skin || !hair || !hat || !shirt || !accessory) return undefined;
  return { skin, hair, hat: hat === '_' ? null : hat, shirt, accessory: accessory === '_' ? null : accessory };
}

/** A version for the address of an item's picture. */
export function itemVersion({ artRevision }: Content, id: string): string {
  return createHash('sha256').update(`${id} ${artRevision}`).digest('base64url').slice(0, 10);
}

function artOf({ items }: Content, look: AvatarLook): LookArt | undefined {
  const art = (slot: AvatarSlot, id: string | null) => {
    const item = id === null ? undefined : items.get(id);
    return item?.slot === slot ? item.art : undefined;
  };
  const skin = art('skin', look.skin);
  const hair = art('hair', look.hair);
  const hat = art('hat', look.hat);
  const shirt = art('shirt', look.shirt);
  const accessory = art('accessory', look.accessory);
  if (!skin || !hair || !shirt || (look.hat && !hat) || (look.accessory && !accessory)) return undefined;
  return { skin, hair, hat: hat ?? null, shirt, accessory: accessory ?? null };
}

async function remembered(key: string, format: Format, draw: () => Promise<string>): Promise<Buffer> {
  const whole = `${key} ${format}`;
  const known = cache.get(whole) ?? underWay.get(whole);
  if (known) return known;
  const picture = inTurn(async () => (format === 'svg' ? Buffer.from(await draw()) : toPng(await draw(), format)));
  underWay.set(whole, picture);
  try {
    cache.set(whole, await picture);
    return await picture;
  } finally {
    underWay.delete(whole);
  }
}

/** Loaded with the first picture: a process that draws none does not carry the art. */
const drawing = () => import('./draw.ts');

async function toPng(svg: string, side: number): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const options = { fitTo: { mode: 'width', value: side }, font: { loadSystemFonts: false } } as const; // no text in it
  return (await renderAsync(svg, options)).asPng();
}
