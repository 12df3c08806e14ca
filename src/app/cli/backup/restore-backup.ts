import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyErasedIds } from '../../../features/data-rights/index.ts';
import { migrate, openDatabase } from '../../../platform/database/index.ts';
import { readSettings, type Settings } from '../../../platform/settings.ts';
import { createDataDir } from '../../start-errors.ts';
import { acceptSecrets } from '../accept-secrets.ts';
import { formatCount } from '../format-count.ts';
import { copyService } from '../move.ts';
import { type Backup, type BackupPlace, KEY_FILE } from './backup.ts';
import { getBackup } from './backup-place.ts';
import type { BackupKey } from './encryption.ts';

type FoundBackup = Backup & { readonly place: BackupPlace };

/** Reads a whole backup and compares it with its manifest. Sets exit code 1 if they differ. */
export async function verifyBackup(environment: NodeJS.ProcessEnv, argument?: string): Promise<void> {
  if (!(await isIntact(await getBackup(readSettings(environment), argument)))) process.exitCode = 1;
}

/**
 * Restores a backup into an empty database and an empty folder or bucket, those of the settings. An older schema is migrated. After a
 * crash, the same call continues, and until it is complete, the service does not start. With `acceptSecrets`, the secrets of the settings replace
 * those of the backup, which are lost.
 */
export async function restoreBackup(
  environment: NodeJS.ProcessEnv,
  argument?: string,
  { acceptSecrets: acceptsSecrets = false }: { readonly acceptSecrets?: boolean } = {},
): Promise<void> {
  const settings = readSettings(environment);
  const backup = await getBackup(settings, argument);
  const { place, name } = backup;
  if (!(await isIntact(backup))) throw new Error('A damaged backup is not restored. Nothing was changed.');
  createDataDir(settings.dataDir);
  const folder = join(settings.dataDir, 'restore');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  try {
    const filesEnvironment = await place.fetch(name, folder);
    const key = await openKey(settings, backup);
    if (key) await decryptFolder(folder, key);
    const source = readSettings({ DATA_DIR: folder, ...filesEnvironment });
    await migrateDatabase(source.databaseUrl);
    const copyEnvironment = { ...environment, DATABASE_URL: source.databaseUrl, DATABASE_READ_URL: '', WORKERS: '' };
    if (acceptsSecrets) await acceptSecrets(copyEnvironment, { onlyCheck: false });
    await place.openErasedIds((dataDir) => copyErasedIds({ ...settings, dataDir }, settings));
    const isRestored = await copyService(source, settings, key?.decryptFiles);
    console.log(
      isRestored
        ? `${place.location}/${name} is restored. Profiles that were erased after it are erased again at the start.`
        : 'The backup is not restored, and the service does not start. Remove the target and begin again.',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Opens the key of an encrypted backup. */
async function openKey({ backupPassphrase }: Settings, { place, name, manifest }: FoundBackup) {
  if (manifest.encrypted_for === null) return undefined;
  if (backupPassphrase === null) throw new Error('The backup is encrypted: set BACKUP_PASSPHRASE.');
  const { openBackupKey } = await import('./encryption.ts');
  return openBackupKey(backupPassphrase, await place.read(name, KEY_FILE));
}

/** Decrypts the files of a folder, without those of its folders. */
async function decryptFolder(folder: string, key: BackupKey): Promise<void> {
  rmSync(join(folder, KEY_FILE));
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    await key.decryptFile(join(folder, name), join(folder, `${name}.plain`));
    renameSync(join(folder, `${name}.plain`), join(folder, name));
  }
}

async function migrateDatabase(url: string): Promise<void> {
  await using database = await openDatabase(url);
  await migrate(database);
}

/** Prints what is wrong with a backup, or what it contains. */
async function isIntact({ place, name, manifest }: FoundBackup): Promise<boolean> {
  const { created_at, version, database, files } = manifest;
  const damages: string[] = [];
  for (const [path, expected] of Object.entries(files)) {
    const actual = await place.summarizeFile(name, path);
    if (actual?.sha256 !== expected.sha256) damages.push(`${path}: ${actual ? 'different' : 'missing'}`);
  }
  for (const damage of damages) console.error(damage);
  const count = formatCount(Object.keys(files).length, 'file');
  console.log(
    damages.length > 0
      ? `${place.location}/${name} is DAMAGED: ${damages.length} of ${count}.`
      : `${place.location}/${name} is intact: ${count} of ${created_at}, from ${database}, by release ${version}.`,
  );
  return damages.length === 0;
}
