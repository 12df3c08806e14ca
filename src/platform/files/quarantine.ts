import { mkdir, opendir, rename, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '../../core/error-code.ts';
import type { Day } from '../../core/time/days.ts';
import { syncFolder } from './write-once.ts';

/** The quarantine, with a folder for each day. The service does not serve quarantined files, but they can be restored. */
export interface Quarantine {
  /** Moves a file to the quarantine if it exists. */
  put(name: string, day: Day): Promise<void>;
  /** Lists the quarantined files. */
  list(): AsyncIterable<QuarantinedFile>;
  /** Moves a file out of the quarantine again if it exists. */
  restore(file: QuarantinedFile): Promise<void>;
  /** Removes a file if it exists. */
  remove(file: QuarantinedFile): Promise<void>;
}

export interface QuarantinedFile {
  readonly name: string;
  /** The day on which the file was moved to the quarantine. */
  readonly day: Day;
}

export function createQuarantine(dataDir: string, filesFolder: string): Quarantine {
  const root = join(dataDir, 'quarantine');
  const getDayFolder = (day: Day) => join(root, day);
  const moveFile = async (sourceFolder: string, targetFolder: string, name: string) => {
    await mkdir(targetFolder, { recursive: true, mode: 0o700 });
    await rename(join(sourceFolder, name), join(targetFolder, name)).catch(ignoreMissing);
    for (const folder of [targetFolder, sourceFolder]) syncFolder(folder);
  };
  return {
    put: (name, day) => moveFile(filesFolder, getDayFolder(day), name),
    restore: ({ name, day }) => moveFile(getDayFolder(day), filesFolder, name),
    remove: ({ name, day }) => unlink(join(getDayFolder(day), name)).catch(ignoreMissing),
    async *list() {
      for (const day of await listNames(root)) {
        for (const name of await listNames(getDayFolder(day))) yield { name, day };
        await rmdir(getDayFolder(day)).catch(() => {}); // removes the folder if it is empty
      }
    },
  };
}

async function listNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) names.push(name);
  } catch (error) {
    ignoreMissing(error);
  }
  return names.sort();
}

function ignoreMissing(error: unknown): void {
  if (!['ENOENT', 'ENOTDIR'].includes(getErrorCode(error))) throw error;
}
