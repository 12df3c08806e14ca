import { hash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { copyErasedIds, pruneErasedIds } from '../../../features/data-rights/index.ts';
import { listReferencedFileNames } from '../../../features/learning/index.ts';
import {
  assertMigrated,
  checkSqlite,
  copySqlite,
  getSqliteFile,
  migrate,
  openDatabase,
  openDatabaseReadOnly,
  redactDatabaseUrl,
} from '../../../platform/database/index.ts';
import {
  copyRows,
  countRows,
  listMovedTables,
  openSnapshot,
  readBatches,
  summarizeRows,
} from '../../../platform/database/move.ts';
import { copySecrets, listMissingSecretFiles } from '../../../platform/secrets/secrets.ts';
import { readSettings, type Settings } from '../../../platform/settings.ts';
import { writeFolderId } from '../../installation/installation.ts';
import { findInstallation } from '../../installation/installation-store.ts';
import { VERSION } from '../../version.ts';
import { formatCount } from '../format-count.ts';
import { forEachFile, openFileStore } from '../stored-files.ts';
import {
  type Backup,
  type BackupPlace,
  createWorkFolder,
  DATABASE_FILE,
  type FileSummary,
  formatBackupName,
  KEY_FILE,
  MANIFEST_FILE,
  type Manifest,
} from './backup.ts';
import { findNewestBackup, openBackupPlace } from './backup-place.ts';
import { summarizeFile } from './folder-place.ts';

/** How many names of files one query looks up. */
const BATCH_SIZE = 500;

export interface BackupOptions {
  /** Instead of BACKUP_DIR. */
  readonly folder?: string;
  /** Instead of BACKUP_KEEP. */
  readonly keep?: string;
  readonly withSecrets?: boolean;
}

/** Copies the database and the files that it references into a new backup, even while the service is running. */
export async function createBackup(environment: NodeJS.ProcessEnv, options: BackupOptions = {}): Promise<void> {
  const { folder: BACKUP_DIR = environment.BACKUP_DIR, keep: BACKUP_KEEP = environment.BACKUP_KEEP } = options;
  const settings = readSettings({ ...environment, BACKUP_DIR, BACKUP_KEEP });
  const place = await openBackupPlace(settings);
  if (!place) throw new Error('Name a folder for the backup, or set BACKUP_DIR.');
  const name = formatBackupName(Date.now());
  const folder = place.begin(name);
  try {
    const missingFiles = await fillBackup(settings, place, folder, options.withSecrets ?? false);
    await place.complete(folder, name);
    await reportMissingFiles(settings, missingFiles);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  // The list is copied last: whoever was erased after the database was copied is on it.
  await place.openErasedIds((dataDir) => {
    copyErasedIds(settings, { ...settings, dataDir });
    pruneErasedIds({ ...settings, dataDir }, new Date().toISOString());
  });
  const names = (await place.listNames()).sort().reverse();
  await place.prune(names.slice(0, settings.backupKeep ?? names.length), name);
  console.log(`The backup is ${place.location}/${name}.`);
}

/** Returns the names of the files that do not exist: they were deleted during the backup or were missing before. */
async function fillBackup(settings: Settings, place: BackupPlace, folder: string, withSecrets: boolean) {
  await using resources = new AsyncDisposableStack();
  const isEncrypted = settings.backupPassphrase !== null;
  const plainFolder = isEncrypted ? createPlainFolder(settings, resources) : folder;
  const copiedSettings = { ...settings, dataDir: plainFolder, secretKeys: null, pinPepper: null };
  await copyDatabase(settings, plainFolder);
  await using database = await openDatabaseReadOnly(`sqlite:${join(plainFolder, DATABASE_FILE)}`);
  await assertMigrated(database);
  const installation = await findInstallation(database);
  const source = await openFileStore(settings);
  if (!installation || (await source.readId()) !== installation.id)
    throw new Error(
      `${source.location} does not belong to the database ${redactDatabaseUrl(settings.databaseUrl)}. Use the settings with which the service runs.`,
    );
  await place.claim(installation.id);
  const files: Record<string, FileSummary> = {};
  const missingFiles: string[] = [];
  const newest = await findNewestBackup(place, installation.id);
  const key = await openKey(settings, place, newest);
  const previous = newest?.manifest.encrypted_for === (key?.recipient ?? null) ? newest : undefined;
  await forEachFile(database, async (name) => {
    const known = previous?.manifest.files[`files/${name}`];
    // A file never changes under its name.
    if (previous && known && (await place.reuseFile(folder, previous, name))) {
      files[`files/${name}`] = known;
      return;
    }
    const bytes = await source.files.get(name); // uploads are limited in size, so a whole file fits into memory
    if (!bytes) return void missingFiles.push(name);
    const stored = key ? Buffer.from(await key.encrypt(bytes)) : bytes;
    await place.addFile(folder, name, stored);
    files[`files/${name}`] = { size: stored.length, sha256: hash('sha256', stored) };
  });
  writeFolderId(copiedSettings, installation.id);
  if (withSecrets) copySecretFiles(settings, copiedSettings);
  if (key) {
    for (const name of readdirSync(plainFolder)) await key.encryptFile(join(plainFolder, name), join(folder, name));
    writeFileSync(join(folder, KEY_FILE), key.sealed, { mode: 0o600 });
  }
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    await syncFile(join(folder, name));
    files[name] = (await summarizeFile(join(folder, name))) as FileSummary; // it exists
  }
  const manifest: Manifest = {
    created_at: new Date().toISOString(),
    version: VERSION,
    installation_id: installation.id,
    database: getSqliteFile(settings.databaseUrl) === undefined ? 'postgres' : 'sqlite',
    encrypted_for: key?.recipient ?? null,
    rows: await countRows(database, await listMovedTables()),
    files,
  };
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  printContents(manifest, previous, withSecrets);
  return missingFiles;
}

/** Creates a folder for what is encrypted, in DATA_DIR, because nothing else should be in the place of encrypted backups. */
function createPlainFolder({ dataDir }: Settings, resources: AsyncDisposableStack): string {
  return resources.adopt(createWorkFolder(dataDir, 'backup.plain'), (folder) => rmSync(folder, { recursive: true }));
}

/** Opens the key of the newest backup, so that its files can be used again, or creates one. */
async function openKey({ backupPassphrase }: Settings, place: BackupPlace, newest: Backup | undefined) {
  if (backupPassphrase === null) return undefined;
  const { createBackupKey, openBackupKey } = await import('./encryption.ts');
  if (!newest?.manifest.encrypted_for) return createBackupKey(backupPassphrase);
  return openBackupKey(backupPassphrase, await place.read(newest.name, KEY_FILE)).catch(
    () => createBackupKey(backupPassphrase), // the passphrase has changed
  );
}

/** Copies the database to a SQLite file that nothing else uses, and checks it page by page. */
async function copyDatabase({ databaseUrl }: Settings, folder: string): Promise<void> {
  const sourceFile = getSqliteFile(databaseUrl);
  const target = join(folder, DATABASE_FILE);
  if (sourceFile !== undefined) copySqlite(sourceFile, target);
  else {
    const rowsFile = join(folder, 'rows.db');
    await copyPostgres(databaseUrl, rowsFile);
    copySqlite(rowsFile, target); // without a write-ahead log
    for (const suffix of ['', '-wal', '-shm', '.lock']) rmSync(rowsFile + suffix, { force: true });
  }
  checkSqlite(target);
}

/** Copies the rows of one snapshot and compares them. */
async function copyPostgres(url: string, file: string): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const source = await openSnapshot(resources, url);
  const target = resources.use(await openDatabase(`sqlite:${file}`));
  await migrate(target);
  for (const table of await listMovedTables()) {
    await copyRows(source, target, table, 0, () => {});
    const [expected, actual] = await Promise.all(
      [source, target].map((database) => summarizeRows(table, readBatches(database, table))),
    );
    if (actual !== expected) throw new Error(`The copy of the table ${table.name} differs: ${expected}, ${actual}.`);
  }
}

/** Adds the generated secrets. Those of the environment are wherever the operator keeps them. */
function copySecretFiles(settings: Settings, copiedSettings: Settings): void {
  copySecrets(settings, copiedSettings);
  if (listMissingSecretFiles(copiedSettings).length > 0)
    console.log('SECRET_KEYS or PIN_PEPPER is in the environment, and not in the backup: store it yourself.');
}

function printContents(
  { rows, files, encrypted_for }: Manifest,
  previous: Backup | undefined,
  withSecrets: boolean,
): void {
  const paths = Object.keys(files).filter((path) => path.startsWith('files/'));
  const newPaths = paths.filter((path) => previous?.manifest.files[path]?.sha256 !== files[path]?.sha256);
  console.log(
    `It contains ${formatCount(
      Object.values(rows).reduce((sum, count) => sum + count, 0),
      'row',
    )} and ${formatCount(paths.length, 'file')}, ` +
      `${formatCount(newPaths.length)} of them new, and ${withSecrets ? 'the secrets' : 'not the secrets'}${encrypted_for === null ? '' : ', encrypted'}.`,
  );
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

/** Reports the missing files that the database still references. Files that were deleted during the backup are not reported. */
async function reportMissingFiles({ databaseUrl }: Settings, missingFiles: readonly string[]): Promise<void> {
  if (missingFiles.length === 0) return;
  await using database = await openDatabaseReadOnly(databaseUrl);
  for (let start = 0; start < missingFiles.length; start += BATCH_SIZE) {
    const names = missingFiles.slice(start, start + BATCH_SIZE);
    for (const name of await listReferencedFileNames(database, names)) {
      console.error(`${name} is missing: the database references it, but it does not exist.`);
      process.exitCode = 1;
    }
  }
}
