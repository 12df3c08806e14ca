export type PictureFormat = 'png' | 'jpeg' | 'webp';

export const MAX_PIXELS = 25_000_000;
const LONGEST_SIDE = 2048;

export class TooManyPixels extends Error {}
export class TooSlow extends Error {}

/** The worker that is given more time than this cannot be ended while a picture is being drawn. */
const TIME_LIMIT_SECONDS = 10;

/**
 * A picture drawn anew from its pixels, upright, at most 2048 on its longer side: of what was sent nothing else is left.
 * Of a moving one the first frame. Undefined when it cannot be read; throws TooManyPixels before any are unpacked, TooSlow
 * when drawing takes too long.
 */
export async function reencodePicture(bytes: Buffer, format: PictureFormat): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const size = await unlessUnreadable(sharp(bytes, { limitInputPixels: false }).metadata());
  if (!size) return undefined;
  if (size.width * size.height > MAX_PIXELS) throw new TooManyPixels();
  const side = { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  return unlessUnreadable(
    picture
      .autoOrient()
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .resize(side)
      .toFormat(format, QUALITY[format])
      .toBuffer(),
  );
}

const QUALITY = { png: {}, jpeg: { quality: 85 }, webp: { quality: 85 } };

let loading: Promise<typeof import('sharp').default> | undefined;

/** Loaded with the first picture: it takes 20 MB. Only the readers of our three formats are left in it. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) });
    return sharp;
  });
  return loading;
}

/** Its reader throws a plain Error with words of its own for whatever is wrong with a picture. */
async function unlessUnreadable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    if (error instanceof Error && error.message.startsWith('timeout')) throw new TooSlow();
    return undefined;
  }
}
