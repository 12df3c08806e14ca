import { chmodSync, statSync } from 'node:fs';

/**
 * Takes from a file or folder the rights of everybody but its owner: it may have been made by an earlier release, or by
 * hand. A file of another user, whose rights are not ours to change, stays as it is.
 */
export function restrictToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch {
    // not ours, or a read-only disk: whoever made it so decides
  }
}
