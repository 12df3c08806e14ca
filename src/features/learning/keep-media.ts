import type { Context } from '../../platform/context.ts';
import type { Upload } from '../../platform/http/upload-files.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { type Medium, TooManyPixels, toMedium } from '../../platform/media/index.ts';
import { createQueue } from '../../platform/queue.ts';
import { NO_MEDIUM, TOO_MANY_PIXELS } from './submission-words.ts';

/** A medium that is on the disk under a name that no row has yet. */
export interface KeptMedium extends Omit<Medium, 'bytes' | 'extension'> {
  readonly name: string;
  readonly bytes: number;
}

/** One at a time: a picture takes a core and, at worst, 100 MB of pixels, and nobody else is to notice. */
const inTurn = createQueue({ atOnce: 1, places: 30, longestWaitMs: 10_000 });

/** Makes pictures and sounds of what came, and keeps all of them or none. */
export async function keepMedia(ctx: Context, uploads: readonly Upload[]): Promise<KeptMedium[]> {
  const kept: KeptMedium[] = [];
  try {
    for (const upload of uploads) kept.push(await inTurn(() => keepMedium(ctx, upload)));
    return kept;
  } catch (error) {
    await forgetMedia(ctx, kept);
    throw error;
  }
}

/** Forgets what no row names, nor may come to name; what is left all the same the janitor finds. */
export async function forgetMedia(ctx: Context, kept: readonly KeptMedium[]): Promise<void> {
  for (const { name } of kept) {
    await ctx.files.remove(name).catch((error) => ctx.log.warn({ err: error }, 'a file is left for the janitor'));
  }
}

async function keepMedium(ctx: Context, upload: Upload): Promise<KeptMedium> {
  const medium = await readMedium(upload);
  if (!medium) throw fieldRefusal('files', NO_MEDIUM);
  const { bytes, extension, ...about } = medium;
  const name = `${ctx.random.id()}.${extension}`;
  await ctx.files.put(name, bytes);
  return { ...about, name, bytes: bytes.length };
}

async function readMedium(upload: Upload): Promise<Medium | undefined> {
  try {
    return await toMedium(await upload.read());
  } catch (error) {
    if (error instanceof TooManyPixels) throw fieldRefusal('files', TOO_MANY_PIXELS);
    throw error;
  }
}
