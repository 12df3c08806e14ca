export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** The maximum number of pixels of an upload. */
const MAX_PIXELS = 25_000_000;
const MAX_OUTPUT_SIDE = 2048;
/** Resizing a picture with a longer side takes many times as long per pixel. Only panoramas have longer sides. */
const MAX_INPUT_SIDE = 12_000;
/** Processing a pixel with 16 bits per channel takes three times as long as with 8 bits, so the pixel counts as three pixels. */
const DEEP_PIXEL_COST = 3;

/** The usual progressive JPEG has about ten scans. Decoding each scan takes time for all pixels. */
const MAX_JPEG_SCANS = 24;

export class TooManyPixelsError extends Error {}
export class TooManyScansError extends Error {}

/**
 * Encodes a picture again from its pixels, so that no other part of the upload remains. The result is upright and has at most
 * 2048 pixels on its longer side. Only the first frame of an animated picture is kept. Returns undefined if the picture is
 * unreadable, or a JPEG with arithmetic coding, which no browser can read. Throws TooManyPixelsError or TooManyScansError
 * before it decodes the pixels. Color profiles are ignored, because their computations can take any amount of time and memory.
 */
export async function reencodePicture(bytes: Buffer, format: PictureFormat): Promise<Buffer | undefined> {
  if (format === 'jpeg' && !hasHuffmanCoding(bytes)) return undefined;
  if (format === 'jpeg' && hasTooManyScans(bytes)) throw new TooManyScansError();
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', ignoreIcc: true });
  const metadata = await ignoreUnreadable(sharp(bytes, { limitInputPixels: false }).metadata());
  if (!metadata) return undefined;
  const pixelCost = metadata.width * metadata.height * (metadata.depth === 'uchar' ? 1 : DEEP_PIXEL_COST);
  if (pixelCost > MAX_PIXELS || Math.max(metadata.width, metadata.height) > MAX_INPUT_SIDE)
    throw new TooManyPixelsError();
  const maxSize = { width: MAX_OUTPUT_SIDE, height: MAX_OUTPUT_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  return ignoreUnreadable(picture.autoOrient().resize(maxSize).toFormat(format, ENCODER_OPTIONS[format]).toBuffer());
}

/** Whether the first frame of a JPEG has Huffman coding: baseline, extended or progressive. */
function hasHuffmanCoding(bytes: Buffer): boolean {
  const frameMarker = listMarkers(bytes).find((marker) => FRAME_MARKERS.has(marker));
  return frameMarker !== undefined && HUFFMAN_FRAME_MARKERS.has(frameMarker);
}

const HUFFMAN_FRAME_MARKERS: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const FRAME_MARKERS = HUFFMAN_FRAME_MARKERS.union(
  new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]),
);

/** Whether a JPEG has more scans than the maximum. Stops reading at the first scan beyond the maximum. */
function hasTooManyScans(bytes: Buffer): boolean {
  const scans = listMarkers(bytes).filter((marker) => marker === START_OF_SCAN);
  return !scans.drop(MAX_JPEG_SCANS).next().done;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Lists the markers of a JPEG as libjpeg finds them: it skips other bytes between segments, and stops at the end of the image. A
 * phone may store a video after that.
 */
function* listMarkers(bytes: Buffer): Generator<number, void> {
  for (
    let offset = bytes.indexOf(0xff, 2);
    offset >= 0 && offset + 4 <= bytes.length;
    offset = bytes.indexOf(0xff, offset)
  ) {
    const marker = bytes[offset + 1] ?? 0;
    if (marker === END_OF_IMAGE) return;
    yield marker;
    if (hasLength(marker)) offset += 2 + bytes.readUInt16BE(offset + 2);
    else offset += marker === 0xff ? 1 : 2; // 0xff may be repeated before a marker
  }
}

/** Whether a length and its content follow a marker. In the data of a scan, 0xff is followed by 0 or by one of 0xd0 to 0xd7. */
function hasLength(marker: number): boolean {
  return marker !== 0xff && marker >= 0xc0 && (marker < 0xd0 || marker > 0xd9);
}

const ENCODER_OPTIONS = { png: {}, jpeg: { quality: 85 }, webp: { quality: 85 } };

let sharpModule: Promise<typeof import('sharp').default> | undefined;

/**
 * Loads sharp when the first picture arrives, because sharp uses much memory. Only the decoders of the three accepted formats are
 * enabled.
 */
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

/** Returns undefined if sharp cannot read a picture, in which case sharp throws a plain Error. */
async function ignoreUnreadable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return undefined;
  }
}
