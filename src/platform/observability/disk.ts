import { statfs } from 'node:fs/promises';

/** Below it, `admin doctor`, the operator's page and the alert in deploy/ ask for room. */
export const MIN_FREE_DISK_BYTES = 1024 ** 3;

/** The size of the disk of a folder, and what is free for the service. */
export async function readDisk(folder: string): Promise<{ readonly freeBytes: number; readonly sizeBytes: number }> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
