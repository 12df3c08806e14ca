export type PictureFormat = 'png' | 'jpeg' | 'webp';

export const MAX_PIXELS = 25_000_000;
const MAX_OUTPUT_SIDE = 2048;
/** Resizing a picture with a longer side takes many times as long per pixel. No camera makes such pictures. */
const MAX_INPUT_SIDE = 12_000;
/** A pixel with 16 bits per channel takes about three times as long as one with 8 bits, so it counts as three pixels. */
const DEEP_PIXEL_COST = 3;

/** A progressive JPEG has about ten scans, and its preview in the metadata one more. Each scan takes time for all pixels. */
const MAX_JPEG_SCANS = 24;

export class TooManyPixelsError extends Error {}
export class TooManyScansError extends Error {}

/**
 * Encodes a picture again from its pixels, so that nothing else of the upload remains. The result is upright and has at most
 * 2048 pixels on its longer side. Only the first frame of an animated picture is kept. Returns undefined if the picture is
 * unreadable, or a JPEG with arithmetic coding, which no browser can read. Throws TooManyPixelsError and TooManyScansError
 * before it decodes the pixels. Colour profiles are ignored: their computations can take any time and memory.
 */
export async function reencodePicture(bytes: Buffer, format: PictureFormat): Promise<Buffer | undefined> {
  if (format === 'jpeg' && !hasHuffmanCoding(bytes)) return undefined;
  if (format === 'jpeg' && countScans(bytes) > MAX_JPEG_SCANS) throw new TooManyScansError();
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', ignoreIcc: true });
  const size = await ignoreUnreadable(sharp(bytes, { limitInputPixels: false }).metadata());
  if (!size) return undefined;
  const pixelCost = size.width * size.height * (size.depth === 'uchar' ? 1 : DEEP_PIXEL_COST);
  if (pixelCost > MAX_PIXELS || Math.max(size.width, size.height) > MAX_INPUT_SIDE) throw new TooManyPixelsError();
  const maxSize = { width: MAX_OUTPUT_SIDE, height: MAX_OUTPUT_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  return ignoreUnreadable(picture.autoOrient().resize(maxSize).toFormat(format, QUALITY[format]).toBuffer());
}

/** Whether the first frame of a JPEG has Huffman coding: baseline, extended or progressive. */
function hasHuffmanCoding(bytes: Buffer): boolean {
  let at = 2; // after the start-of-image marker
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (FRAME_MARKERS.has(marker)) return HUFFMAN_FRAME_MARKERS.has(marker);
    if (!hasLength(marker)) return false;
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2); // 0xff may be repeated before a marker
  }
  return false;
}

/** Whether a length follows a marker. Encoders write no other markers before the frame. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && (marker < 0xd0 || marker > 0xd9);
}

const HUFFMAN_FRAME_MARKERS: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const FRAME_MARKERS = HUFFMAN_FRAME_MARKERS.union(
  new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]),
);

/** Counts start-of-scan markers, and stops at the first one beyond the maximum. */
function countScans(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0 && count <= MAX_JPEG_SCANS; count += 1)
    at = bytes.indexOf(START_OF_SCAN, at + 2);
  return count;
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

const QUALITY = { png: {}, jpeg: { quality: 85 }, webp: { quality: 85 } };

let sharpModule: Promise<typeof import('sharp').default> | undefined;

/** Loads sharp when the first picture arrives, because it takes 20 MB. Decoders for all but our three formats are blocked. */
function loadSharp() {
  sharpModule ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) });
    return sharp;
  });
  return sharpModule;
}

/** Returns undefined if sharp cannot read a picture: then it throws a plain Error. */
async function ignoreUnreadable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return undefined;
  }
}
