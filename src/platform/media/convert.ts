import { cleanMp3 } from './mp3.ts';
import { cleanMp4 } from './mp4.ts';
import { reencodePicture, TooManyPixels, TooSlow } from './picture.ts';
import { cleanWebm } from './webm.ts';

/** A picture or sound that is fit to be kept: of a known kind by its content, whole, and without what it told of its maker. */
export interface Medium {
  readonly kind: 'image' | 'audio';
  readonly mime: string;
  /** For its name: "png". */
  readonly extension: string;
  readonly bytes: Buffer;
}

/**
 * Why a file is not kept: it is none of our formats or broken, it has too many pixels, or reading it took more time or
 * memory than a file may.
 */
export type MediaProblem = 'unreadable' | 'too_many_pixels' | 'too_costly';

type Cleaner = (bytes: Buffer) => Buffer | undefined | Promise<Buffer | undefined>;

/** By the extension that file-type gives for the content. */
const KINDS: Readonly<Record<string, Omit<Medium, 'bytes'> & { readonly clean: Cleaner }>> = {
  png: { kind: 'image', mime: 'image/png', extension: 'png', clean: (bytes) => reencodePicture(bytes, 'png') },
  apng: { kind: 'image', mime: 'image/png', extension: 'png', clean: (bytes) => reencodePicture(bytes, 'png') },
  jpg: { kind: 'image', mime: 'image/jpeg', extension: 'jpg', clean: (bytes) => reencodePicture(bytes, 'jpeg') },
  webp: { kind: 'image', mime: 'image/webp', extension: 'webp', clean: (bytes) => reencodePicture(bytes, 'webp') },
  m4a: { kind: 'audio', mime: 'audio/mp4', extension: 'm4a', clean: cleanMp4 },
  mp4: { kind: 'audio', mime: 'audio/mp4', extension: 'm4a', clean: cleanMp4 }, // how Android names what it records
  mp3: { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3', clean: cleanMp3 },
  webm: { kind: 'audio', mime: 'audio/webm', extension: 'webm', clean: cleanWebm },
};

/** What the front of a file tells is enough, and the work is bounded however long the file is. */
const FRONT = 4100;

/** Makes a medium of what somebody sent. It may take a second of processor time: the worker calls it, and nobody else. */
export async function toMedium(sent: Buffer): Promise<Medium | MediaProblem> {
  const { fileTypeFromBuffer } = await import('file-type');
  const { ext = '' } = (await fileTypeFromBuffer(sent.subarray(0, FRONT))) ?? {};
  const kind = Object.hasOwn(KINDS, ext) ? KINDS[ext] : undefined;
  if (!kind) return 'unreadable';
  const { clean, ...medium } = kind;
  try {
    const bytes = await clean(sent);
    return bytes ? { ...medium, bytes } : 'unreadable';
  } catch (error) {
    if (error instanceof TooManyPixels) return 'too_many_pixels';
    if (error instanceof TooSlow) return 'too_costly';
    throw error;
  }
}
