import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { getErrorCode } from '../../core/error-code.ts';
import { listReferencedSubmissionFileNames, listSubmissionFileNames } from '../../features/learning/index.ts';
import { checkSqlite, copySqlite, getSqliteFile, openDatabaseReadOnly } from '../../platform/database/index.ts';
import { syncFolder } from '../../platform/files/write-once.ts';
import { readSettings, type Settings } from '../../platform/settings.ts';

/** How many names of files one query reads or looks up. */
const BATCH_SIZE = 500;
const DAY_MS = 86_400_000;
const BACKUP_NAME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const PARTIAL_SUFFIX = '.partial';
const POSTGRES_NOT_SUPPORTED_MESSAGE = 'PostgreSQL is backed up with pg_dump. See "Backup" in docs/operations.md.';

/**
 * Copies the database and the files that it references into a new folder in `parentFolder`, even while the service is running.
 * The folder is given its final name when it is complete and synced to the disk, so an interrupted backup is not mistaken for
 * a complete one.
 */
export async function createBackup(environment: NodeJS.ProcessEnv, parentFolder: string, keep?: string): Promise<void> {
  const settings = readSettings(environment);
  const databaseFile = getSqliteFile(settings.databaseUrl);
  if (databaseFile === undefined) throw new Error(POSTGRES_NOT_SUPPORTED_MESSAGE);
  const maxBackups = keep === undefined ? Number.POSITIVE_INFINITY : Number(keep);
  if (!(maxBackups >= 1)) throw new Error('--keep must be a number of at least 1.');

  const folder = join(resolve(parentFolder), formatFolderName(Date.now()));
  const partialFolder = `${folder}${PARTIAL_SUFFIX}`;
  mkdirSync(join(partialFolder, 'files'), { recursive: true, mode: 0o700 });
  try {
    const databaseCopy = join(partialFolder, 'family.db');
    copySqlite(databaseFile, databaseCopy);
    checkSqlite(databaseCopy);
    const { copiedCount, missingFiles } = settings.s3
      ? { copiedCount: 0, missingFiles: [] }
      : await copyFiles(settings, databaseCopy, partialFolder);
    syncFile(partialFolder, 'family.db');
    for (const createdFolder of [join(partialFolder, 'files'), partialFolder]) syncFolder(createdFolder);
    renameSync(partialFolder, folder);
    syncFolder(resolve(parentFolder));
    console.log(`Created ${folder} with the database and ${copiedCount} files. It does not contain the secrets.`);
    if (settings.s3) console.log('The files are in the bucket of S3_URL, which needs a backup of its own.');
    await reportMissingFiles(settings, missingFiles);
  } catch (error) {
    rmSync(partialFolder, { recursive: true, force: true });
    throw error;
  }
  pruneBackups(resolve(parentFolder), maxBackups);
}

/**
 * Copies the files that the copy of the database references, and lists those that do not exist. Because the database was copied
 * first, such a file was deleted during the backup or was missing before.
 */
async function copyFiles({ dataDir }: Settings, databaseCopy: string, targetFolder: string) {
  await using database = await openDatabaseReadOnly(`sqlite:${databaseCopy}`);
  const missingFiles: string[] = [];
  let copiedCount = 0;
  for (let lastFileName = ''; ; ) {
    const names = await listSubmissionFileNames(database, lastFileName, BATCH_SIZE);
    for (const name of names) {
      if (copyIfExists(join(dataDir, 'files'), join(targetFolder, 'files'), name)) copiedCount += 1;
      else missingFiles.push(name);
    }
    lastFileName = names.at(-1) ?? '';
    if (names.length < BATCH_SIZE) return { copiedCount, missingFiles };
  }
}

function copyIfExists(sourceFolder: string, targetFolder: string, name: string): boolean {
  try {
    copyFileSync(
      join(sourceFolder, name),
      join(targetFolder, name),
      constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE,
    );
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
  syncFile(targetFolder, name);
  return true;
}

function syncFile(folder: string, name: string): void {
  const file = openSync(join(folder, name), 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** Reports the missing files that the database still references. Files that were deleted during the backup are not reported. */
async function reportMissingFiles({ databaseUrl }: Settings, missingFiles: readonly string[]): Promise<void> {
  if (missingFiles.length === 0) return;
  await using database = await openDatabaseReadOnly(databaseUrl);
  for (let start = 0; start < missingFiles.length; start += BATCH_SIZE) {
    for (const name of await listReferencedSubmissionFileNames(
      database,
      missingFiles.slice(start, start + BATCH_SIZE),
    )) {
      console.error(`${name} is missing: the database references it, but it is not in DATA_DIR/files.`);
      process.exitCode = 1;
    }
  }
}

/** Deletes all backups except the newest `maxBackups`, and the incomplete backups that are older than a day. */
function pruneBackups(parentFolder: string, maxBackups: number): void {
  const names = readdirSync(parentFolder).sort().reverse();
  const nameOneDayAgo = formatFolderName(Date.now() - DAY_MS);
  const outdatedBackups = names.filter((name) => BACKUP_NAME_PATTERN.test(name)).slice(maxBackups);
  const interruptedBackups = names.filter(
    (name) =>
      BACKUP_NAME_PATTERN.test(name.replace(PARTIAL_SUFFIX, '')) &&
      name.endsWith(PARTIAL_SUFFIX) &&
      name < nameOneDayAgo,
  );
  for (const name of [...outdatedBackups, ...interruptedBackups]) rmSync(join(parentFolder, name), { recursive: true });
}

/** Formats a Unix time as a folder name. The alphabetical order of the names is the order of the times. */
function formatFolderName(epochMs: number): string {
  return new Date(epochMs).toISOString().replaceAll(/[:.]/g, '-');
}
