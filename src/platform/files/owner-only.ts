import { chmodSync, statSync } from 'node:fs';

/**
 * Removes the permissions of a file or folder for everybody except its owner. An earlier release or a person may have
 * given it more permissions. The permissions of a file of another user remain unchanged, because we may not change them.
 */
export function restrictToOwner(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || (stats.mode & 0o077) === 0) return;
  try {
    chmodSync(path, stats.mode & 0o700);
  } catch {
    // a file of another user or a read-only disk
  }
}
