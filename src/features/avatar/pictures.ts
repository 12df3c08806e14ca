import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Content } from '../../content/index.ts';
import { AVATAR_SLOTS, type AvatarLook, type AvatarSlot } from '../../core/avatar-look.ts';
import { createQueue } from '../../platform/concurrency/queue.ts';
import { svgToPng } from '../../platform/media/index.ts';
import { createReadCounter } from '../../platform/observability/metrics.ts';
import type { LookArt } from './avatar-svg.ts';

/** The minimum and maximum width and height of a PNG, in pixels. */
export const PNG_SIZE_LIMITS = { min: 64, max: 512 };

/** The maximum size of the cache of recently drawn pictures. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
const cache = new LRUCache<string, Buffer>({
  maxSize: MAX_CACHE_BYTES,
  sizeCalculation: (picture) => picture.length + 200, // the key and the entry take up about 200 bytes
});
/** The pictures that are being drawn, so that concurrent requests for the same picture draw it only once. */
const pendingPictures = new Map<string, Promise<Buffer>>();
/** Counts a read of the cache as a hit or a miss, and returns the value that was read. */
const countRead = createReadCounter('avatars');
/**
 * Limits the load from a client that requests more different looks than the cache has room for: two pictures are drawn
 * at a time, and client IP addresses take turns. A page shows up to 50 children and requests a separate picture of each,
 * and a few other pictures, so 60 pictures of one client may wait.
 */
const enqueueDrawing = createQueue({
  name: 'avatars',
  concurrency: 2,
  guaranteedSlots: 50,
  maxWaitMs: 2000,
  slotsPerClient: 60,
});

/** The picture of a look for a client, named by its IP address; undefined when the look contains an item that no pack has. */
export async function renderLook(
  content: Content,
  look: AvatarLook,
  format: AvatarPictureFormat,
  client: string,
): Promise<Buffer | undefined> {
  const art = findLookArt(content, look);
  if (!art) return undefined;
  const name = AVATAR_SLOTS.map((slot) => look[slot] ?? '_').join('.');
  return getOrDrawPicture(`${content.avatarRevision} look ${name}`, { format, client }, async () =>
    (await loadDrawingModule()).drawAvatar(art),
  );
}

/** The picture of one item; undefined when no pack has such an item. */
export async function renderAvatarItem(
  content: Content,
  id: string,
  format: AvatarPictureFormat,
  client: string,
): Promise<Buffer | undefined> {
  const item = content.avatarItems.get(id);
  if (!item) return undefined;
  return getOrDrawPicture(`${content.avatarRevision} item ${id}`, { format, client }, async () =>
    (await loadDrawingModule()).drawItem(item.slot, item.art),
  );
}

/** SVG, or a PNG with this width and height in pixels. */
export type AvatarPictureFormat = 'svg' | number;

/** Parses a look such as "light.bob._.tee._". The character `_` stands for no hat or no accessory. */
export function parseLook(name: string): AvatarLook | undefined {
  const ids = name.split('.');
  const [skin, hair, hat, shirt, accessory] = ids;
  if (ids.length !== AVATAR_SLOTS.length || !skin || !hair || !hat || !shirt || !accessory) return undefined;
  return { skin, hair, hat: hat === '_' ? null : hat, shirt, accessory: accessory === '_' ? null : accessory };
}

/** The version in the URL of an item's picture. */
export function computeItemVersion({ avatarRevision }: Content, id: string): string {
  return createHash('sha256').update(`${id} ${avatarRevision}`).digest('base64url').slice(0, 10);
}

function findLookArt({ avatarItems }: Content, look: AvatarLook): LookArt | undefined {
  const findArt = (slot: AvatarSlot, id: string | null) => {
    const item = id === null ? undefined : avatarItems.get(id);
    return item?.slot === slot ? item.art : undefined;
  };
  const skin = findArt('skin', look.skin);
  const hair = findArt('hair', look.hair);
  const hat = findArt('hat', look.hat);
  const shirt = findArt('shirt', look.shirt);
  const accessory = findArt('accessory', look.accessory);
  if (!skin || !hair || !shirt || (look.hat && !hat) || (look.accessory && !accessory)) return undefined;
  return { skin, hair, hat: hat ?? null, shirt, accessory: accessory ?? null };
}

async function getOrDrawPicture(
  key: string,
  { format, client }: { readonly format: AvatarPictureFormat; readonly client: string },
  draw: () => Promise<string>,
): Promise<Buffer> {
  const cacheKey = `${key} ${format}`;
  const existingPicture = countRead(cache.get(cacheKey) ?? pendingPictures.get(cacheKey));
  if (existingPicture) return existingPicture;
  const picture = enqueueDrawing(
    async () => (format === 'svg' ? Buffer.from(await draw()) : svgToPng(await draw(), format)),
    { client },
  );
  pendingPictures.set(cacheKey, picture);
  try {
    cache.set(cacheKey, await picture);
    return await picture;
  } finally {
    pendingPictures.delete(cacheKey);
  }
}

/** Loads the drawings on first use, so that a process that draws no pictures does not load them. */
const loadDrawingModule = () => import('./avatar-svg.ts');
