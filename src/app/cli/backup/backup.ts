import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '../../../core/time/instant.ts';

// A backup looks like the DATA_DIR of a service on SQLite, whichever database the service uses (decision 0099), with a manifest. Its
// name is the time at which it began.

export const MANIFEST_FILE = 'manifest.json';
export const DATABASE_FILE = 'family.db';
/** The key of an encrypted backup, encrypted with the passphrase. */
export const KEY_FILE = 'key.age';
const NAME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The alert in deploy/ has the same limit. */
export const MAX_BACKUP_HOURS = 48;

export interface Manifest {
  readonly created_at: string;
  /** The release that made the backup. */
  readonly version: string;
  readonly installation_id: string;
  /** The database of the service. The backup contains its rows as SQLite in any case. */
  readonly database: 'sqlite' | 'postgres';
  /** The public part of the key if the files are encrypted. The checksums are those of the encrypted files. */
  readonly encrypted_for: string | null;
  readonly rows: Readonly<Record<string, number>>;
  /** All other files of the backup, by their path in it. */
  readonly files: Readonly<Record<string, FileSummary>>;
}

export interface FileSummary {
  readonly size: number;
  readonly sha256: string;
}

export interface Backup {
  readonly name: string;
  readonly manifest: Manifest;
}

/** The folder or the bucket that contains backups. */
export interface BackupPlace {
  /** The path or the URL. */
  readonly location: string;
  /** The names of the complete backups, in any order. */
  listNames(): Promise<string[]>;
  /** Returns undefined for a backup of an earlier release. */
  readManifest(name: string): Promise<Manifest | undefined>;
  /** Reads a file of a backup. Returns undefined if it does not exist. */
  summarizeFile(name: string, path: string): Promise<FileSummary | undefined>;
  /** Throws if the place belongs to another installation. */
  claim(installationId: string): Promise<void>;
  /** Creates the folder in which a backup is put together. */
  begin(name: string): string;
  /** Adds a file of submissions that the previous backup has. Returns false if that file is missing or damaged. */
  reuseFile(folder: string, previous: Backup, fileName: string): Promise<boolean>;
  /** Adds a file of submissions. */
  addFile(folder: string, fileName: string, bytes: Buffer): Promise<void>;
  /** Makes the backup complete, with all files that are in its folder. */
  complete(folder: string, name: string): Promise<void>;
  /** Removes all but these backups, and what interrupted backups left before `name`. */
  prune(keptNames: readonly string[], name: string): Promise<void>;
  /** Gives access to the folder with the list of erased profiles, and stores what `use` changes. */
  openErasedIds(use: (folder: string) => void): Promise<void>;
  /** Reads a small file of a backup. */
  read(name: string, path: string): Promise<Buffer>;
  /** Makes a folder the DATA_DIR of a service with the data of a backup. Returns its other settings. */
  fetch(name: string, folder: string): Promise<Record<string, string>>;
}

/** Formats a Unix time as the name of a backup. The alphabetical order of the names is the order of the times. */
export function formatBackupName(epochMs: number): string {
  return new Date(epochMs).toISOString().replaceAll(/[:.]/g, '-');
}

export function isBackupName(name: string): boolean {
  return NAME_PATTERN.test(name);
}

/** Whether a backup, which is incomplete, began so long before another that it was interrupted. */
export function isInterrupted(name: string, laterName: string): boolean {
  return Date.parse(parseBackupName(name)) < Date.parse(parseBackupName(laterName)) - DAY_MS;
}

/** When a backup began. */
export function parseBackupName(name: string): Instant {
  return name.replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.');
}

/** The age of a backup in whole hours, and whether it is too old: there should be a new one every day. */
export function getBackupAge(beganAt: Instant, now: Instant) {
  const hours = Math.floor((Date.parse(now) - Date.parse(beganAt)) / HOUR_MS);
  return { hours, isTooOld: hours >= MAX_BACKUP_HOURS };
}

/**
 * Creates a folder in DATA_DIR for what a backup is made of. Two backups at the same time have two. Removes those that backups left which
 * were interrupted more than a day ago.
 */
export function createWorkFolder(dataDir: string, kind: 'backup.partial' | 'backup.plain'): string {
  for (const name of readdirSync(dataDir).filter((candidate) => candidate.startsWith(`${kind}-`)))
    if (statSync(join(dataDir, name)).mtimeMs < Date.now() - DAY_MS) rmSync(join(dataDir, name), { recursive: true });
  return mkdtempSync(join(dataDir, `${kind}-`));
}
