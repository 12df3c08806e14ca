import { mkdir, opendir, rename, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../database/database.ts';
import { syncFolder } from './write-once.ts';

/** Files that were put aside, for each day a folder: nobody finds them, and they come back by being asked for. */
export interface Quarantine {
  /** Puts a file aside; one that is not there is so already. */
  put(name: string, day: string): Promise<void>;
  list(): AsyncIterable<QuarantinedFile>;
  /** Puts it back where it was. */
  restore(file: QuarantinedFile): Promise<void>;
  remove(file: QuarantinedFile): Promise<void>;
}

export interface QuarantinedFile {
  readonly name: string;
  /** The day on which it was put aside. */
  readonly day: string;
}

export function createQuarantine(dataDir: string, filesFolder: string): Quarantine {
  const root = join(dataDir, 'quarantine');
  const folderOf = (day: string) => join(root, day);
  const move = async (from: string, to: string, name: string) => {
    await mkdir(to, { recursive: true, mode: 0o700 });
    await rename(join(from, name), join(to, name)).catch(unlessMissing);
    for (const folder of [to, from]) syncFolder(folder);
  };
  return {
    put: (name, day) => move(filesFolder, folderOf(day), name),
    restore: ({ name, day }) => move(folderOf(day), filesFolder, name),
    remove: ({ name, day }) => unlink(join(folderOf(day), name)).catch(unlessMissing),
    async *list() {
      for (const day of await namesIn(root)) {
        for (const name of await namesIn(folderOf(day))) yield { name, day };
        await rmdir(folderOf(day)).catch(() => {}); // it goes when it is empty
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) names.push(name);
  } catch (error) {
    unlessMissing(error);
  }
  return names.sort();
}

function unlessMissing(error: unknown): void {
  if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw error;
}
