import { removeMp3Metadata } from './mp3.ts';
import { removeMp4Metadata } from './mp4.ts';
import { reencodePicture, TooManyPixelsError, TooManyScansError } from './picture.ts';
import { removeWebmMetadata } from './webm.ts';

/** A picture or recording that is safe to store: its format is known, and it is complete and has no metadata. */
export interface ConvertedFile {
  readonly kind: 'image' | 'audio';
  readonly mime: string;
  /** The extension of the file name, such as "png". */
  readonly extension: string;
  readonly bytes: Buffer;
}

/**
 * The reason why a file is rejected: it has an unknown format or is damaged, it has too many pixels, or reading it takes too
 * much time or memory.
 */
export type MediaRejection = 'unreadable' | 'too_many_pixels' | 'too_costly';

interface Format extends Omit<ConvertedFile, 'bytes'> {
  removeMetadata(bytes: Buffer): Buffer | undefined | Promise<Buffer | undefined>;
}

const definePicture = (format: 'png' | 'jpeg' | 'webp', extension: string): Format => ({
  kind: 'image',
  mime: `image/${format}`,
  extension,
  removeMetadata: (bytes) => reencodePicture(bytes, format),
});

/** The formats by the extension that the library `file-type` returns for the content. */
const FORMAT_BY_EXTENSION: Readonly<Record<string, Format>> = {
  png: definePicture('png', 'png'),
  apng: definePicture('png', 'png'),
  jpg: definePicture('jpeg', 'jpg'),
  webp: definePicture('webp', 'webp'),
  m4a: { kind: 'audio', mime: 'audio/mp4', extension: 'm4a', removeMetadata: removeMp4Metadata },
  mp4: { kind: 'audio', mime: 'audio/mp4', extension: 'm4a', removeMetadata: removeMp4Metadata }, // recordings made on Android
  mp3: { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3', removeMetadata: removeMp3Metadata },
  webm: { kind: 'audio', mime: 'audio/webm', extension: 'webm', removeMetadata: removeWebmMetadata },
};

/** How many bytes are read to detect the format. They are enough for each accepted format. */
const HEADER_BYTES = 4100;

/**
 * Converts an uploaded file, or returns why it is rejected. The conversion can take a second of CPU time, so only the media
 * processes call this function.
 */
export async function convertUpload(upload: Buffer): Promise<ConvertedFile | MediaRejection> {
  const { fileTypeFromBuffer } = await import('file-type');
  const { ext = '' } = (await fileTypeFromBuffer(upload.subarray(0, HEADER_BYTES))) ?? {};
  const format = Object.hasOwn(FORMAT_BY_EXTENSION, ext) ? FORMAT_BY_EXTENSION[ext] : undefined;
  if (!format) return 'unreadable';
  const { removeMetadata, ...properties } = format;
  try {
    const bytes = await removeMetadata(upload);
    return bytes ? { ...properties, bytes } : 'unreadable';
  } catch (error) {
    if (error instanceof TooManyPixelsError) return 'too_many_pixels';
    if (error instanceof TooManyScansError) return 'too_costly';
    throw error;
  }
}
