import type { Text } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import type { Upload } from '../../platform/http/upload-files.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import type { MediaProblem, Medium } from '../../platform/media/index.ts';
import { NO_MEDIUM, TOO_COSTLY, TOO_MANY_PIXELS } from './submission-words.ts';

/** A medium that is on the disk under a name that no row has yet. */
export interface KeptMedium extends Omit<Medium, 'bytes' | 'extension'> {
  readonly name: string;
  readonly bytes: number;
}

const PROBLEMS: Readonly<Record<MediaProblem, Text>> = {
  unreadable: NO_MEDIUM,
  too_many_pixels: TOO_MANY_PIXELS,
  too_costly: TOO_COSTLY,
};

/** Makes pictures and sounds of what came, and keeps all of them or none. */
export async function keepMedia(ctx: Context, uploads: readonly Upload[]): Promise<KeptMedium[]> {
  const kept: KeptMedium[] = [];
  try {
    for (const upload of uploads) kept.push(await keepMedium(ctx, upload));
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
  const medium = await ctx.media.convert(() => upload.read());
  if (typeof medium === 'string') throw fieldRefusal('files', PROBLEMS[medium]);
  const { bytes, extension, ...about } = medium;
  const name = `${ctx.random.id()}.${extension}`;
  await ctx.files.put(name, bytes);
  return { ...about, name, bytes: bytes.length };
}
