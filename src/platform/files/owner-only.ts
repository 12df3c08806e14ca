import { chmodSync, statSync } from 'node:fs';

/**
 * Removes all permissions of a file or folder except those of its owner. An earlier release or a person may have granted more.
 * Permissions that the process is not allowed to change stay as they are.
 */
export function restrictToOwner(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || (stats.mode & 0o077) === 0) return;
  try {
    chmodSync(path, stats.mode & 0o700);
  } catch {
    // the file belongs to another user, or the disk is read-only
  }
}
