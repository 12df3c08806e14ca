import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '../../core/requests/api-error.ts';
import type { Upload } from '../../core/requests/upload.ts';
import { addSeconds, HOUR } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';

export interface StoredUpload extends Upload {
  /** SHA-256 of the bytes, base64url. */
  readonly hash: string;
  close(): Promise<void>;
}

/** The disk space for all running uploads, limited because the database is on the same disk. */
const MAX_STORED_BYTES = 1024 ** 3;
const RETRY_AFTER_SECONDS = 10;
let storedBytes = 0;

interface UploadOptions {
  /**
   * The maximum number of bytes to store. The rest of a larger upload is not stored, and its `size` is then larger than this
   * maximum.
   */
  readonly maxBytes: number;
  readonly address: string;
  readonly maxStoredBytes?: number;
}

/**
 * Streams up to `maxBytes` bytes to an unlinked file on the disk. The operating system deletes the file when it is closed, or when
 * the process ends for whatever reason (decision 0011).
 */
export async function storeUpload(
  { settings, random }: Pick<Context, 'settings' | 'random'>,
  stream: AsyncIterable<Buffer>,
  { maxBytes, address, maxStoredBytes = MAX_STORED_BYTES }: UploadOptions,
): Promise<StoredUpload> {
  const handle = await openUnlinked(getUploadFolder(settings), random.id());
  const hash = createHash('sha256');
  let [size, ownStoredBytes] = [0, 0];
  const close = async () => {
    storedBytes -= ownStoredBytes;
    ownStoredBytes = 0;
    await handle.close();
  };
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxBytes) break;
      if (storedBytes + chunk.length > maxStoredBytes)
        throw new UnavailableError('The uploads need too much disk space.', RETRY_AFTER_SECONDS);
      storedBytes += chunk.length;
      ownStoredBytes += chunk.length;
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { size, address, hash: hash.digest('base64url'), read: () => readAll(handle, size), close };
}

/** Removes empty files that remain when the process crashes between opening a file and unlinking it. */
export async function cleanUpUploads({ settings, now, log }: Context): Promise<void> {
  const folder = getUploadFolder(settings);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const file = await stat(join(folder, name)).catch(() => undefined); // undefined if the file has just been unlinked
    if (!file || file.mtime.toISOString() > addSeconds(now(), -HOUR)) continue; // a new file may be about to be unlinked
    await rm(join(folder, name), { force: true });
    log.info({ file: name }, 'an abandoned upload was removed');
  }
}

function getUploadFolder({ dataDir }: Context['settings']): string {
  return join(dataDir, 'uploads');
}

async function openUnlinked(folder: string, name: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}

async function readAll(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await handle.read(bytes, 0, size, 0);
  if (bytesRead !== size) throw new Error(`An upload of ${size} bytes has only ${bytesRead}.`);
  return bytes;
}
