import {
  copyFileSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { createLocalFiles } from '../../../platform/files/local-files.ts';
import { syncFolder } from '../../../platform/files/write-once.ts';
import { createLog } from '../../../platform/observability/log.ts';
import { hashStream } from '../stored-files.ts';
import {
  type BackupPlace,
  DATABASE_FILE,
  type FileSummary,
  isBackupName,
  isInterrupted,
  MANIFEST_FILE,
} from './backup.ts';

const PARTIAL_SUFFIX = '.partial';

/**
 * Backups in a folder, each in a folder of its own. It is given its name when it is complete, so an interrupted backup is not mistaken
 * for a complete one.
 */
export function createFolderPlace(location: string): BackupPlace {
  const listEntries = () => (existsSync(location) ? readdirSync(location) : []);
  const listNames = () => listEntries().filter(isBackupName);
  return {
    location,
    listNames: async () => listNames(),
    async readManifest(name) {
      const path = join(location, name, MANIFEST_FILE);
      return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
    },
    summarizeFile: (name, path) => summarizeFile(join(location, name, path)),
    claim: async () => {}, // the manifest names the installation
    begin(name) {
      const folder = join(location, name + PARTIAL_SUFFIX);
      mkdirSync(join(folder, 'files'), { recursive: true, mode: 0o700 });
      return folder;
    },
    async reuseFile(folder, previous, fileName) {
      const path = join('files', fileName);
      const previousPath = join(location, previous.name, path);
      if ((await summarizeFile(previousPath))?.sha256 !== previous.manifest.files[path]?.sha256) return false;
      try {
        linkSync(previousPath, join(folder, path));
        return true;
      } catch {
        return false; // some disks have no hard links, such as those of USB sticks
      }
    },
    addFile: (folder, fileName, bytes) =>
      createLocalFiles(folder, () => new Date().toISOString(), createLog('silent')).put(fileName, bytes),
    async complete(folder, name) {
      for (const synced of [join(folder, 'files'), folder]) syncFolder(synced);
      renameSync(folder, join(location, name));
      syncFolder(location);
    },
    async prune(keptNames, name) {
      const outdatedNames = listNames().filter((candidate) => !keptNames.includes(candidate));
      const interruptedNames = listEntries().filter((entry) => {
        const partialName = entry.slice(0, -PARTIAL_SUFFIX.length);
        return entry.endsWith(PARTIAL_SUFFIX) && isBackupName(partialName) && isInterrupted(partialName, name);
      });
      for (const entry of [...outdatedNames, ...interruptedNames]) rmSync(join(location, entry), { recursive: true });
    },
    openErasedIds: async (use) => use(location),
    async fetch(name, folder) {
      copyFileSync(join(location, name, DATABASE_FILE), join(folder, DATABASE_FILE)); // SQLite would write to the original
      return { DATA_DIR: join(location, name) };
    },
  };
}

/** Returns undefined if the file does not exist. */
export async function summarizeFile(path: string): Promise<FileSummary | undefined> {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? { size: stats.size, sha256: await hashStream(createReadStream(path)) } : undefined;
}
