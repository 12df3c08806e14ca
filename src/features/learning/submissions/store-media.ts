import { type ApiError, createFieldError, TransientError } from '../../../core/requests/api-error.ts';
import type { Upload } from '../../../core/requests/upload.ts';
import type { LocalizedText } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { ConvertedFile, MediaRejection } from '../../../platform/media/index.ts';

/** A stored media file that no row references yet. `bytes` is its size. */
export interface StoredMediaFile extends Omit<ConvertedFile, 'bytes' | 'extension'> {
  readonly name: string;
  readonly bytes: number;
}

const ERROR_TEXTS: Readonly<Record<MediaRejection, LocalizedText>> = {
  unreadable: localized.submissions.invalidMedium,
  too_many_pixels: localized.submissions.tooManyPixels,
  too_costly: localized.submissions.tooComplex,
};

/** Converts the uploads and stores all of them, or none if a file is refused (400). */
export async function storeMedia(ctx: Context, uploads: readonly Upload[]): Promise<StoredMediaFile[]> {
  const storedFiles: StoredMediaFile[] = [];
  try {
    for (const upload of uploads) storedFiles.push(await storeMediaFile(ctx, upload));
    return storedFiles;
  } catch (error) {
    await discardMedia(ctx, storedFiles);
    throw error;
  }
}

/** Removes files that no row references. The cleanup job later quarantines those that could not be removed. */
export async function discardMedia(ctx: Context, media: readonly StoredMediaFile[]): Promise<void> {
  for (const { name } of media) {
    await ctx.files
      .remove(name)
      .catch((error) => ctx.log.warn({ err: error }, 'a file could not be removed; the cleanup job will find it'));
  }
}

async function storeMediaFile(ctx: Context, upload: Upload): Promise<StoredMediaFile> {
  const convertedFile = await ctx.media.convert(() => upload.read(), upload.address);
  if (typeof convertedFile === 'string') throw createMediaError(convertedFile);
  const { bytes, extension, ...properties } = convertedFile;
  const name = `${ctx.random.id()}.${extension}`;
  await ctx.files.put(name, bytes);
  return { ...properties, name, bytes: bytes.length };
}

/**
 * A conversion that took too much time or memory can succeed on another try. All other problems are in the file, so another try
 * would fail.
 */
function createMediaError(rejection: MediaRejection): ApiError {
  const error = createFieldError('files', ERROR_TEXTS[rejection]);
  return rejection === 'too_costly' ? new TransientError(error.code, error.text, error.details) : error;
}
