import { createReadStream, mkdirSync } from 'node:fs';
import { type FileHandle, open, opendir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Instant } from '../../core/instant.ts';
import { Unavailable } from '../../core/refusal.ts';
import { errorCode } from '../database/database.ts';
import { createQuarantine, type Quarantine } from './quarantine.ts';

/** Where the bytes of what people hand in are kept, under names that the caller makes at random. */
export interface Files {
  /** Keeps bytes under a new name. When it returns they outlast a crash; Unavailable when there is no room for them. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Any text may be asked for: what cannot be a name is simply not there. */
  get(name: string): Promise<Buffer | undefined>;
  /** The same, to be read piece by piece. */
  find(name: string): Promise<StoredBytes | undefined>;
  /** Forgets a file; one that is not there is forgotten already. */
  remove(name: string): Promise<void>;
  /** Every file, in no order, and when it was put. */
  list(): AsyncIterable<StoredFile>;
  readonly quarantine: Quarantine;
}

/** Bytes on the disk: a slow line to which they are sent holds none of them in memory. */
export interface StoredBytes {
  readonly size: number;
  /** From the place `first` to the place `last`, both included. */
  read(first: number, last: number): Readable;
}

export interface StoredFile {
  readonly name: string;
  readonly putAt: Instant;
}

/** Files in a folder of this machine, readable by their owner alone. */
export function createLocalFiles(dataDir: string, now: () => Instant, log: Logger): Files {
  const folder = join(dataDir, 'files');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: string) => join(folder, name);
  return {
    async put(name, bytes) {
      if (!isName(name)) throw new Error(`This cannot be the name of a file: ${name}`);
      await orUnavailable(async () => {
        await writeThrough(pathOf(name), bytes, now());
        await syncFolder(folder);
      });
    },
    async get(name) {
      return isName(name) ? unlessMissing(readFile(pathOf(name))) : undefined;
    },
    async find(name) {
      const found = isName(name) ? await unlessMissing(stat(pathOf(name))) : undefined;
      return found && { size: found.size, read: (start, end) => createReadStream(pathOf(name), { start, end }) };
    },
    async remove(name) {
      if (!isName(name)) return;
      await unlessMissing(unlink(pathOf(name)));
      log.info({ file: name }, 'a file was removed');
    },
    quarantine: createQuarantine(dataDir, folder),
    async *list() {
      for await (const { name } of await opendir(folder)) {
        if (!isName(name)) continue;
        const found = await unlessMissing(stat(pathOf(name)));
        if (found) yield { name, putAt: found.mtime.toISOString() };
      }
    },
  };
}

/** Nothing in a name can lead out of the folder, and none is hidden or differs from another by case alone. */
function isName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,99}\.[a-z0-9]{1,5}$/.test(name);
}

/** A name is never written twice, so what a crash leaves half written is a file that nobody asks for. */
async function writeThrough(path: string, bytes: Uint8Array, now: Instant): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.utimes(new Date(now), new Date(now));
  await file.sync();
}

/** The entry of a new file is part of its folder. Windows has no such thing, nor lets a folder be opened. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using entries: FileHandle = await open(folder, 'r');
  await entries.sync();
}

async function orUnavailable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Unavailable('A file could not be kept.', 10, error); // no room, no right, a broken disk: an outage
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
