import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyErasedIds } from '../../../features/data-rights/index.ts';
import { migrate, openDatabase } from '../../../platform/database/index.ts';
import { readSettings } from '../../../platform/settings.ts';
import { createDataDir } from '../../start-errors.ts';
import { copyService } from '../move.ts';
import { type Backup, getBackup, getParentFolder, listDamages } from './backup-folder.ts';

/** Reads a whole backup and compares it with its manifest. Sets exit code 1 if they differ. */
export async function verifyBackup(environment: NodeJS.ProcessEnv, argument?: string): Promise<void> {
  if (!(await isIntact(getBackup(readSettings(environment), argument)))) process.exitCode = 1;
}

/**
 * Restores a backup into an empty database and an empty folder or bucket, those of the settings. An older schema is migrated. After a
 * crash, the same call continues, and until it is complete, the service does not start.
 */
export async function restoreBackup(environment: NodeJS.ProcessEnv, argument?: string): Promise<void> {
  const settings = readSettings(environment);
  const backup = getBackup(settings, argument);
  if (!(await isIntact(backup))) throw new Error('A damaged backup is not restored. Nothing was changed.');
  createDataDir(settings.dataDir);
  // The backup stays as it is: SQLite would write to its database.
  const databaseFile = join(settings.dataDir, 'restore.db');
  const removeCopy = () => {
    for (const suffix of ['', '-wal', '-shm', '.lock']) rmSync(databaseFile + suffix, { force: true });
  };
  removeCopy();
  try {
    copyFileSync(join(backup.folder, 'family.db'), databaseFile);
    await migrateFile(databaseFile);
    copyErasedIds({ ...settings, dataDir: getParentFolder(backup) }, settings);
    const source = readSettings({ DATA_DIR: backup.folder, DATABASE_URL: `sqlite:${databaseFile}` });
    if (await copyService(source, settings))
      console.log(`${backup.folder} is restored. Profiles that were erased after it are erased again at the start.`);
    else console.log('The backup is not restored, and the service does not start. Remove the target and begin again.');
  } finally {
    removeCopy();
  }
}

async function migrateFile(file: string): Promise<void> {
  await using database = await openDatabase(`sqlite:${file}`);
  await migrate(database);
}

/** Prints what is wrong with a backup, or what it contains. */
async function isIntact(backup: Backup): Promise<boolean> {
  const { created_at, version, database, files } = backup.manifest;
  const damages = await listDamages(backup);
  for (const damage of damages) console.error(damage);
  const count = Object.keys(files).length;
  console.log(
    damages.length > 0
      ? `${backup.folder} is DAMAGED: ${damages.length} of ${count} files.`
      : `${backup.folder} is intact: ${count} files of ${created_at}, from ${database}, by release ${version}.`,
  );
  return damages.length === 0;
}
