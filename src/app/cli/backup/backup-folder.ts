import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Settings } from '../../../platform/settings.ts';
import { hashStream } from '../stored-files.ts';

// A backup is a folder in BACKUP_DIR that looks like the DATA_DIR of a service on SQLite, whichever database the service uses
// (decision 0099), with a manifest. Its name is the time at which it began.

export const MANIFEST_FILE = 'manifest.json';
export const PARTIAL_SUFFIX = '.partial';
const BACKUP_NAME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

export interface Manifest {
  readonly created_at: string;
  /** The release that made the backup. */
  readonly version: string;
  readonly installation_id: string;
  /** The database of the service. The backup contains its rows as SQLite in any case. */
  readonly database: 'sqlite' | 'postgres';
  readonly rows: Readonly<Record<string, number>>;
  /** All other files of the folder, by their path in it. */
  readonly files: Readonly<Record<string, FileSummary>>;
}

export interface FileSummary {
  readonly size: number;
  readonly sha256: string;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Formats a Unix time as the name of a backup. The alphabetical order of the names is the order of the times. */
export function formatBackupName(epochMs: number): string {
  return new Date(epochMs).toISOString().replaceAll(/[:.]/g, '-');
}

/** The names of the backups in a folder, the newest first. Not those that were interrupted. */
export function listBackupNames(parentFolder: string): string[] {
  if (!existsSync(parentFolder)) return [];
  const names = readdirSync(parentFolder).filter((name) => BACKUP_NAME_PATTERN.test(name));
  return names.sort().reverse();
}

/** The names of the backups in a folder that were interrupted before `time`. */
export function listInterruptedBackups(parentFolder: string, epochMs: number): string[] {
  return readdirSync(parentFolder).filter(
    (name) =>
      name.endsWith(PARTIAL_SUFFIX) &&
      BACKUP_NAME_PATTERN.test(name.slice(0, -PARTIAL_SUFFIX.length)) &&
      name < formatBackupName(epochMs),
  );
}

/** The newest backup of an installation that has a manifest. Backups of earlier releases have none. */
export function findNewestBackup(parentFolder: string, installationId: string): Backup | undefined {
  for (const name of listBackupNames(parentFolder)) {
    const folder = join(parentFolder, name);
    if (!existsSync(join(folder, MANIFEST_FILE))) continue;
    const manifest = readManifest(folder);
    if (manifest.installation_id === installationId) return { folder, manifest };
  }
  return undefined;
}

/** Finds the backup that a command names: a folder, the name of one in BACKUP_DIR, or by default the newest one there. */
export function getBackup({ backupDir }: Settings, argument: string | undefined): Backup {
  if (argument === undefined && backupDir === null) throw new Error('Name a backup, or set BACKUP_DIR.');
  const name = argument ?? listBackupNames(backupDir ?? '')[0];
  if (name === undefined) throw new Error(`${backupDir} contains no backup.`);
  const isInBackupDir = backupDir !== null && basename(name) === name && !existsSync(name);
  const folder = isInBackupDir ? join(backupDir, name) : resolve(name);
  if (!existsSync(join(folder, MANIFEST_FILE)))
    throw new Error(
      `${folder} is not a complete backup: it has no ${MANIFEST_FILE}. A backup of an earlier release is restored as its documentation says.`,
    );
  return { folder, manifest: readManifest(folder) };
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8'));
}

/** The folder that contains a backup, and beside it the list of erased profiles. */
export function getParentFolder({ folder }: Backup): string {
  return dirname(folder);
}

/** Returns undefined if the file does not exist. */
export async function summarizeFile(path: string): Promise<FileSummary | undefined> {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? { size: stats.size, sha256: await hashStream(createReadStream(path)) } : undefined;
}

/** Lists what is wrong with a backup: files that are missing or differ from the manifest. */
export async function listDamages({ folder, manifest }: Backup): Promise<string[]> {
  const damages: string[] = [];
  for (const [path, expected] of Object.entries(manifest.files)) {
    const actual = await summarizeFile(join(folder, path));
    if (!actual) damages.push(`${path}: missing`);
    else if (actual.sha256 !== expected.sha256) damages.push(`${path}: different`);
  }
  return damages;
}
