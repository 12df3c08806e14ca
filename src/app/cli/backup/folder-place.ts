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
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { createLocalFiles } from '../../../platform/files/local-files.ts';
import { syncFolder } from '../../../platform/files/write-once.ts';
import { createLog } from '../../../platform/observability/log.ts';
import { hashStream } from '../stored-files.ts';
import { type BackupPlace, type FileSummary, isBackupName, isInterrupted, MANIFEST_FILE } from './backup.ts';

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
    read: async (name, path) => readFileSync(join(location, name, path)),
    async fetch(name, folder) {
      const source = join(location, name);
      for (const path of readdirSync(source)) // copied, because SQLite would write to the original
        if (!['files', MANIFEST_FILE].includes(path)) copyFileSync(join(source, path), join(folder, path));
      symlinkSync(join(source, 'files'), join(folder, 'files'), 'junction');
      return {};
    },
  };
}

/** Returns undefined if the file does not exist. */
export async function summarizeFile(path: string): Promise<FileSummary | undefined> {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? { size: stats.size, sha256: await hashStream(createReadStream(path)) } : undefined;
}
