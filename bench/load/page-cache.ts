import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK_BYTES = 1 << 20;

/**
 * Reads all files of the folders, so that the operating system holds their pages in memory. A machine that has enough memory for a
 * database comes to hold it in time; a freshly filled database, or pages that the system has dropped because nothing has read
 * them for a minute, would be measured with the latency of the disk.
 */
export function readIntoPageCache(folders: readonly string[]): void {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
      const file = openSync(path, 'r');
      while (readSync(file, chunk) > 0);
      closeSync(file);
    }
  }
}
