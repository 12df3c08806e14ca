import { chmodSync, statSync } from 'node:fs';

/**
 * Removes the permissions of a file or folder for everybody except its owner. An earlier release or a person may have
 * created it with more. A file of another user stays as it is, because we cannot change its permissions.
 */
export function restrictToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch {
    // a file of another user or a read-only disk
  }
}
