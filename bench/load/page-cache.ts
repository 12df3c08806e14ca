import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK_BYTES = 1 << 20;

/**
 * Reads all files of the folders, so that the operating system keeps their pages in memory, as it does on a machine that has served
 * requests for some time. Otherwise, the latency of the disk would be measured: the pages of a freshly filled database may not be in
 * memory, and some systems drop pages that nothing has read for a minute.
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
