import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyErasedIds } from '../../../features/data-rights/index.ts';
import { migrate, openDatabase } from '../../../platform/database/index.ts';
import { readSettings } from '../../../platform/settings.ts';
import { createDataDir } from '../../start-errors.ts';
import { copyService } from '../move.ts';
import { type Backup, type BackupPlace, DATABASE_FILE } from './backup.ts';
import { getBackup } from './backup-place.ts';

type FoundBackup = Backup & { readonly place: BackupPlace };

/** Reads a whole backup and compares it with its manifest. Sets exit code 1 if they differ. */
export async function verifyBackup(environment: NodeJS.ProcessEnv, argument?: string): Promise<void> {
  if (!(await isIntact(await getBackup(readSettings(environment), argument)))) process.exitCode = 1;
}

/**
 * Restores a backup into an empty database and an empty folder or bucket, those of the settings. An older schema is migrated. After a
 * crash, the same call continues, and until it is complete, the service does not start.
 */
export async function restoreBackup(environment: NodeJS.ProcessEnv, argument?: string): Promise<void> {
  const settings = readSettings(environment);
  const backup = await getBackup(settings, argument);
  const { place, name } = backup;
  if (!(await isIntact(backup))) throw new Error('A damaged backup is not restored. Nothing was changed.');
  createDataDir(settings.dataDir);
  const folder = join(settings.dataDir, 'restore');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  try {
    const source = await place.fetch(name, folder);
    const databaseUrl = `sqlite:${join(folder, DATABASE_FILE)}`;
    await migrateDatabase(databaseUrl);
    await place.openErasedIds((dataDir) => copyErasedIds({ ...settings, dataDir }, settings));
    const isRestored = await copyService(readSettings({ ...source, DATABASE_URL: databaseUrl }), settings);
    console.log(
      isRestored
        ? `${place.location}/${name} is restored. Profiles that were erased after it are erased again at the start.`
        : 'The backup is not restored, and the service does not start. Remove the target and begin again.',
    );
  } finally {
    rmSync(folder, { recursive: true });
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
  const count = Object.keys(files).length;
  console.log(
    damages.length > 0
      ? `${place.location}/${name} is DAMAGED: ${damages.length} of ${count} files.`
      : `${place.location}/${name} is intact: ${count} files of ${created_at}, from ${database}, by release ${version}.`,
  );
  return damages.length === 0;
}
