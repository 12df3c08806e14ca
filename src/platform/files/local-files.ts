import { createReadStream, mkdirSync } from 'node:fs';
import { type FileHandle, open, opendir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { getErrorCode } from '../../core/error-code.ts';
import { UnavailableError } from '../../core/requests/api-error.ts';
import type { Instant } from '../../core/time/instant.ts';
import { createQuarantine, type Quarantine } from './quarantine.ts';

/** Stores the files of submissions under random names that the caller chooses. */
export interface Files {
  /**
   * Stores bytes under a new name. Resolves once the bytes would survive a crash. Throws UnavailableError if they cannot be stored.
   */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined for an unknown or invalid name. */
  get(name: string): Promise<Buffer | undefined>;
  /** Like `get`, but returns the size of the file and a method that streams its bytes. */
  find(name: string): Promise<StoredBytes | undefined>;
  /** Deletes a file if it exists. */
  remove(name: string): Promise<void>;
  /** Lists all files, in any order, with the time when each was stored. */
  list(): AsyncIterable<StoredFile>;
  readonly quarantine: Quarantine;
}

/** Stored bytes. They are streamed, so that a response over a slow connection does not keep a whole file in memory. */
export interface StoredBytes {
  readonly size: number;
  /** Reads from the byte `first` to the byte `last`, both included. */
  read(first: number, last: number): Readable;
}

export interface StoredFile {
  readonly name: string;
  readonly storedAt: Instant;
}

/** The Retry-After of responses while files cannot be stored. */
const RETRY_AFTER_SECONDS = 10;

/** Stores files in a folder of this machine that only its owner can read. */
export function createLocalFiles(dataDir: string, now: () => Instant, log: Logger): Files {
  const folder = join(dataDir, 'files');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const toPath = (name: string) => join(folder, name);
  return {
    async put(name, bytes) {
      if (!isFileName(name)) throw new Error(`This cannot be the name of a file: ${name}`);
      await throwUnavailableOnFailure(async () => {
        await writeDurably(toPath(name), bytes, now());
        await syncFolder(folder);
      });
    },
    async get(name) {
      return isFileName(name) ? ignoreMissing(readFile(toPath(name))) : undefined;
    },
    async find(name) {
      const stats = isFileName(name) ? await ignoreMissing(stat(toPath(name))) : undefined;
      return stats && { size: stats.size, read: (start, end) => createReadStream(toPath(name), { start, end }) };
    },
    async remove(name) {
      if (!isFileName(name)) return;
      const isRemoved = await ignoreMissing(unlink(toPath(name)).then(() => true));
      if (isRemoved) log.info({ file: name }, 'a file was removed');
    },
    quarantine: createQuarantine(dataDir, folder),
    async *list() {
      for await (const { name } of await opendir(folder)) {
        if (!isFileName(name)) continue;
        const stats = await ignoreMissing(stat(toPath(name)));
        if (stats) yield { name, storedAt: stats.mtime.toISOString() };
      }
    },
  };
}

/**
 * Whether a file name is valid: it cannot name a hidden file or a file in another folder, and no two valid names differ only by
 * case.
 */
export function isFileName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,99}\.[a-z0-9]{1,5}$/.test(name);
}

/**
 * Writes a file and waits until it is on the disk. A crash can leave an incomplete file, but no row of the database refers to it
 * yet.
 */
async function writeDurably(path: string, bytes: Uint8Array, now: Instant): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.utimes(new Date(now), new Date(now)); // `list` returns this time
  await file.sync();
}

/** Syncs a folder, so that the names of new files survive a crash. Windows does not need this and cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle: FileHandle = await open(folder, 'r');
  await handle.sync();
}

async function throwUnavailableOnFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // The cause may be a full disk, a broken disk or missing permissions.
    throw new UnavailableError('A file could not be stored.', RETRY_AFTER_SECONDS, error);
  }
}

async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
