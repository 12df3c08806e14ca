import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { createLog } from '../../../platform/observability/log.ts';
import type { Settings } from '../../../platform/settings.ts';
import { type Backup, type BackupPlace, MANIFEST_FILE } from './backup.ts';
import { createFolderPlace } from './folder-place.ts';

/** Opens the folder or the bucket of the settings. */
export async function openBackupPlace(settings: Settings): Promise<BackupPlace | undefined> {
  if (settings.backupDir !== null) return createFolderPlace(settings.backupDir);
  if (settings.backupS3 === null) return undefined;
  const [{ openBucket }, { createBucketPlace }] = await Promise.all([
    import('../../../platform/files/s3-bucket.ts'),
    import('./bucket-place.ts'),
  ]);
  return createBucketPlace(openBucket(settings.backupS3, createLog('silent')), settings.backupS3, settings.dataDir);
}

/** The newest backup of an installation that has a manifest. */
export async function findNewestBackup(place: BackupPlace, installationId?: string): Promise<Backup | undefined> {
  for (const name of (await place.listNames()).sort().reverse()) {
    const manifest = await place.readManifest(name);
    if (manifest && manifest.installation_id === (installationId ?? manifest.installation_id))
      return { name, manifest };
  }
  return undefined;
}

/** Finds the backup that a command names: a folder, or the name of one in the place of the settings, or by default the newest one there. */
export async function getBackup(settings: Settings, argument: string | undefined) {
  const isFolder = argument !== undefined && (basename(argument) !== argument || existsSync(argument));
  const place = isFolder ? createFolderPlace(dirname(resolve(argument))) : await openBackupPlace(settings);
  if (!place) throw new Error('Name the folder of a backup, or set BACKUP_DIR.');
  if (argument === undefined) {
    const newest = await findNewestBackup(place);
    if (!newest) throw new Error(`${place.location} contains no backup with a ${MANIFEST_FILE}.`);
    return { place, ...newest };
  }
  const name = basename(argument);
  const manifest = await place.readManifest(name);
  if (!manifest)
    throw new Error(
      `${place.location}/${name} is not a complete backup: it has no ${MANIFEST_FILE}. If an earlier release made it, copy what is in it and the secrets into an empty DATA_DIR, and start the service.`,
    );
  return { place, name, manifest };
}
