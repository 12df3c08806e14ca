import type { LocalizedText } from '../../../core/languages.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Upload } from '../../../platform/http/uploads/temporary-files.ts';
import { fieldRefusal } from '../../../platform/http/validation.ts';
import type { MediaProblem, Medium } from '../../../platform/media/index.ts';

/** A medium that is on the disk under a name that no row has yet. */
export interface StoredMedium extends Omit<Medium, 'bytes' | 'extension'> {
  readonly name: string;
  readonly bytes: number;
}

const PROBLEMS: Readonly<Record<MediaProblem, LocalizedText>> = {
  unreadable: localized.submissions.invalidMedium,
  too_many_pixels: localized.submissions.tooManyPixels,
  too_costly: localized.submissions.tooCostly,
};

/** Makes pictures and sounds of what came, and keeps all of them or none. */
export async function storeMedia(ctx: Context, uploads: readonly Upload[]): Promise<StoredMedium[]> {
  const kept: StoredMedium[] = [];
  try {
    for (const upload of uploads) kept.push(await keepMedium(ctx, upload));
    return kept;
  } catch (error) {
    await discardMedia(ctx, kept);
    throw error;
  }
}

/** Forgets what no row names, nor may come to name; what is left all the same the janitor finds. */
export async function discardMedia(ctx: Context, kept: readonly StoredMedium[]): Promise<void> {
  for (const { name } of kept) {
    await ctx.files.remove(name).catch((error) => ctx.log.warn({ err: error }, 'a file is left for the janitor'));
  }
}

async function keepMedium(ctx: Context, upload: Upload): Promise<StoredMedium> {
  const medium = await ctx.media.convert(() => upload.read());
  if (typeof medium === 'string') throw fieldRefusal('files', PROBLEMS[medium]);
  const { bytes, extension, ...about } = medium;
  const name = `${ctx.random.id()}.${extension}`;
  await ctx.files.put(name, bytes);
  return { ...about, name, bytes: bytes.length };
}
