import { cleanMp3 } from './mp3.ts';
import { cleanMp4 } from './mp4.ts';
import { redrawPicture } from './picture.ts';
import { cleanWebm } from './webm.ts';

export { TooManyPixels } from './picture.ts';

/** A picture or sound that is fit to be kept: of a known kind by its content, whole, and without what it told of its maker. */
export interface Medium {
  readonly kind: 'image' | 'audio';
  readonly mime: string;
  /** For its name: "png". */
  readonly extension: string;
  readonly bytes: Buffer;
}

type Cleaner = (bytes: Buffer) => Buffer | undefined | Promise<Buffer | undefined>;

/** By the extension that file-type gives for the content. */
const KINDS: Readonly<Record<string, Omit<Medium, 'bytes'> & { readonly clean: Cleaner }>> = {
  png: { kind: 'image', mime: 'image/png', extension: 'png', clean: (bytes) => redrawPicture(bytes, 'png') },
  apng: { kind: 'image', mime: 'image/png', extension: 'png', clean: (bytes) => redrawPicture(bytes, 'png') },
  jpg: { kind: 'image', mime: 'image/jpeg', extension: 'jpg', clean: (bytes) => redrawPicture(bytes, 'jpeg') },
  webp: { kind: 'image', mime: 'image/webp', extension: 'webp', clean: (bytes) => redrawPicture(bytes, 'webp') },
  m4a: { kind: 'audio', mime: 'audio/mp4', extension: 'm4a', clean: cleanMp4 },
  mp4: { kind: 'audio', mime: 'audio/mp4', extension: 'm4a', clean: cleanMp4 }, // how Android names what it records
  mp3: { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3', clean: cleanMp3 },
  webm: { kind: 'audio', mime: 'audio/webm', extension: 'webm', clean: cleanWebm },
};

/** What the front of a file tells is enough, and the work is bounded however long the file is. */
const FRONT = 4100;

/** Makes a medium of what somebody sent; undefined when it is none of ours. May throw TooManyPixels. */
export async function toMedium(sent: Buffer): Promise<Medium | undefined> {
  const { fileTypeFromBuffer } = await import('file-type'); // with the first file: it takes 10 MB
  const { ext = '' } = (await fileTypeFromBuffer(sent.subarray(0, FRONT))) ?? {};
  if (!Object.hasOwn(KINDS, ext)) return undefined;
  const { clean, ...medium } = KINDS[ext] ?? {};
  const bytes = await clean?.(sent);
  return bytes && ({ ...medium, bytes } as Medium); // the row of KINDS, whole
}
