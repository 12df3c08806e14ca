import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { addSeconds, HOUR } from '../../../core/instant.ts';
import { Unavailable } from '../../../core/refusal.ts';
import type { Context } from '../../context.ts';

/** A file that has come whole. What its sender calls it, and says that it is, is not worth knowing. */
export interface Upload {
  readonly size: number;
  /** Its bytes, read anew from the disk each time; only while the request is being answered. */
  read(): Promise<Buffer>;
}

export interface StoredUpload extends Upload {
  /** Of its bytes. */
  readonly hash: string;
  close(): Promise<void>;
}

/** What uploads under way may fill of the disk, all together: the database lives there as well. */
export class UploadQuota {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): void {
    if (bytes > this.#left) throw new Unavailable('Too many uploads are under way.', 10);
    this.#left -= bytes;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}

const ROOM = new UploadQuota(1024 ** 3);

/**
 * Keeps bytes as they come, up to the first one beyond `maxBytes`, on the disk under no name: the system forgets them when
 * the process does, however it ends (decision 0011).
 */
export async function storeUpload(
  { settings, random }: Pick<Context, 'settings' | 'random'>,
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
  room = ROOM,
): Promise<StoredUpload> {
  const handle = await openNameless(folderOf(settings), random.id());
  const hash = createHash('sha256');
  let [size, taken] = [0, 0];
  const close = async () => {
    room.give(taken);
    taken = 0;
    await handle.close();
  };
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxBytes) break;
      room.take(chunk.length);
      taken += chunk.length;
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { size, hash: hash.digest('base64url'), read: () => readWhole(handle, size), close };
}

/** Removes what a crash has left in the moment between a file's opening and the taking away of its name: it is empty. */
export async function sweepUploads({ settings, now, log }: Context): Promise<void> {
  const folder = folderOf(settings);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const left = await stat(join(folder, name)).catch(() => undefined); // its name is just being taken away
    if (!left || left.mtime.toISOString() > addSeconds(now(), -HOUR)) continue;
    await rm(join(folder, name), { force: true });
    log.info({ file: name }, 'what was left of an upload was removed');
  }
}

function folderOf({ dataDir }: Context['settings']): string {
  return join(dataDir, 'uploads');
}

async function openNameless(folder: string, name: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}

async function readWhole(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await handle.read(bytes, 0, size, 0);
  if (bytesRead !== size) throw new Error(`An upload of ${size} bytes has only ${bytesRead}.`);
  return bytes;
}
