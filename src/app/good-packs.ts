import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_PACKS_FOLDER } from '../content/index.ts';
import type { Settings } from '../platform/settings.ts';

// A copy of the last packs without errors, DATA_DIR/good-packs/<hash>/, with which the service starts when CONTENT_DIR has errors
// (decision 0100).

/** The settings that name the folders of the packs and of what is kept of them. */
export type ContentFolders = Pick<Settings, 'contentDir' | 'dataDir'>;

const PARTIAL_SUFFIX = '.partial';
/** Another process may be copying. */
const INTERRUPTED_AFTER_MS = 3_600_000;

const getRoot = ({ dataDir }: ContentFolders) => join(dataDir, 'good-packs');

/** Whether there is a copy of the packs as they are. Packs that come with the service need none: they were checked with its code. */
export function areKept(folders: ContentFolders): boolean {
  if (folders.contentDir === resolve(DEFAULT_PACKS_FOLDER)) return true;
  return existsSync(join(getRoot(folders), hashFolder(folders.contentDir)));
}

/** Copies the packs, which have no errors, unless there is a copy. */
export function keepPacks(folders: ContentFolders): void {
  if (areKept(folders)) return;
  const root = getRoot(folders);
  const name = hashFolder(folders.contentDir);
  const partialFolder = join(root, process.pid + PARTIAL_SUFFIX);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  try {
    cpSync(folders.contentDir, partialFolder, { recursive: true, dereference: true });
    renameSync(partialFolder, join(root, name));
  } catch (error) {
    rmSync(partialFolder, { recursive: true, force: true });
    if (!areKept(folders)) throw error; // otherwise another process was faster
  }
  for (const other of readdirSync(root).filter((candidate) => candidate !== name))
    if (!other.endsWith(PARTIAL_SUFFIX) || isOld(join(root, other))) rmSync(join(root, other), { recursive: true });
}

/** Finds the folder with the last packs without errors. */
export function findKeptPacks(folders: ContentFolders): string | undefined {
  const root = getRoot(folders);
  const name = existsSync(root) && readdirSync(root).find((candidate) => !candidate.endsWith(PARTIAL_SUFFIX));
  return name ? join(root, name) : undefined;
}

function isOld(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs < Date.now() - INTERRUPTED_AFTER_MS;
}

/** A hash of the paths, sizes and times of all files. */
function hashFolder(folder: string): string {
  const hash = createHash('sha256');
  const addFolder = (path: string) => {
    for (const name of readdirSync(path).sort()) {
      const entry = join(path, name);
      const stats = statSync(entry); // follows symbolic links, which packs may be
      hash.update(`${entry}\0${stats.isFile() ? `${stats.size} ${stats.mtimeMs}` : ''}\0`);
      if (stats.isDirectory()) addFolder(entry);
    }
  };
  addFolder(folder);
  return hash.digest('hex').slice(0, 16);
}
