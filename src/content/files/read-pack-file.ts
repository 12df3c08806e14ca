import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Reads a file of a pack. `file` is relative to `packsFolder` and begins with the name of the pack's folder. Returns undefined if
 * `file` is not a file of the pack: a pack is public, so a symbolic link must not add other files of the server to the pack.
 */
export function readPackFile(packsFolder: string, file: string): Buffer | undefined {
  const [packName = ''] = file.split('/');
  const path = resolveLinks(join(packsFolder, file));
  if (
    path === undefined ||
    !path.startsWith(realpathSync(join(packsFolder, packName)) + sep) ||
    !lstatSync(path).isFile()
  )
    return undefined;
  return readFileSync(path);
}

/** Returns undefined if the path does not exist, or if a link is broken or circular. */
function resolveLinks(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The error for a symbolic link to a file outside the pack. */
export const NOT_IN_PACK_MESSAGE = 'This must be a file of the pack, not a link to a file elsewhere.';
