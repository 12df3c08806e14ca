import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { hasProfiles } from '../../features/accounts/index.ts';
import { FILE_TABLES, hasFiles, listReferencedFileNames } from '../../features/learning/index.ts';
import { type Database, migrate, redactDatabaseUrl } from '../../platform/database/index.ts';
import { hasTable, hasUnfinishedMove } from '../../platform/database/move.ts';
import { createLocalFiles } from '../../platform/files/local-files.ts';
import { restrictToOwner } from '../../platform/files/owner-only.ts';
import type { Bucket } from '../../platform/files/s3-bucket.ts';
import { writeOnce } from '../../platform/files/write-once.ts';
import {
  type Fingerprints,
  listMissingSecretFiles,
  loadSecrets,
  type Secrets,
} from '../../platform/secrets/secrets.ts';
import type { Settings } from '../../platform/settings.ts';
import { FILE_RETENTION } from '../../schema/retention.ts';
import { findMismatch, type InstallationState, listMismatchedSecrets, type Mismatch } from './installation-rules.ts';
import { claimInstallation, findInstallation, type Installation, updateFingerprints } from './installation-store.ts';

interface InstallationOptions {
  readonly settings: Settings;
  readonly database: Database;
  /** The bucket that stores the files, if they are not in DATA_DIR. */
  readonly bucket?: Bucket;
  readonly log: Logger;
}

/** How many names of files one query looks up. */
const BATCH_SIZE = 200;
/**
 * Opens an installation, or creates a new one: migrates the database, and returns the secrets and the names of the migrations
 * that ran. Throws before it migrates the database if the database, the folder, the bucket and the secrets do not belong together.
 */
export async function openInstallation(
  options: InstallationOptions,
): Promise<{ secrets: Secrets; migrated: string[] }> {
  const { settings, database, bucket, log } = options;
  if (await hasUnfinishedMove(database)) throw new Error(formatUnfinishedMove(settings));
  for (const entry of Object.keys(FILE_RETENTION)) restrictToOwner(join(settings.dataDir, entry));
  // The folder is read before the database, because another process that starts at the same time writes to the database first.
  const folderId = readFolderId(settings);
  const bucketId = await bucket?.readInstallationId();
  const installation = (await hasTable(database, 'installation')) ? await findInstallation(database) : undefined;
  const containsProfiles = (await hasTable(database, 'profiles')) && (await hasProfiles(database));
  const files = await classifyFiles(options);
  const state = { databaseId: installation?.id, hasProfiles: containsProfiles };
  // If there is a bucket, DATA_DIR contains no submitted files.
  throwIfMismatch(findMismatch({ ...state, storeId: folderId, files: bucket ? 'none' : files }), settings);
  if (bucket) throwIfMismatch(findMismatch({ ...state, storeId: bucketId, files }), settings, bucket);
  if (installation || containsProfiles) assertSecretsExist(settings);
  const secrets = loadSecrets(settings);
  if (installation) assertSecretsMatch(settings, installation, secrets);

  const migrated = await migrate(database);
  const { id } = await claimForThisProcess(options, folderId ?? bucketId ?? randomUUID(), secrets);
  writeFolderId(settings, id);
  if (readFolderId(settings) !== id) throwIfMismatch('other installation', settings);
  if (bucket && bucketId === undefined) await bucket.writeInstallationId(id);
  if (bucket && (await bucket.readInstallationId()) !== id) throwIfMismatch('other installation', settings, bucket);
  if (files === 'none' && (await hasFiles(database))) {
    log.warn(
      { dataDir: settings.dataDir, bucket: bucket?.url },
      `the database references submitted files, but ${bucket ? 'the bucket' : 'DATA_DIR'} contains none of them`,
    );
  }
  return { secrets, migrated };
}

/**
 * Creates the row of the installation if it does not exist. Throws if the secrets do not match the row. Records the keys if some
 * of them have changed.
 */
function claimForThisProcess(
  { settings, database, log }: InstallationOptions,
  id: string,
  secrets: Secrets,
): Promise<Installation> {
  return database.write(async (tx) => {
    const now = new Date().toISOString();
    const installation = await claimInstallation(tx, { id, fingerprints: secrets.getFingerprints(id) }, now);
    assertSecretsMatch(settings, installation, secrets);
    const currentFingerprints = secrets.getFingerprints(installation.id);
    if (!haveSameKeys(currentFingerprints, installation.fingerprints)) {
      await updateFingerprints(tx, currentFingerprints);
      log.info(
        { before: installation.fingerprints.keys.length, now: currentFingerprints.keys.length },
        'the signing keys have changed',
      );
    }
    return installation;
  });
}

function haveSameKeys(current: Fingerprints, stored: Fingerprints): boolean {
  return current.keys.length === stored.keys.length && current.keys.every((key) => stored.keys.includes(key));
}

/**
 * Finds out whether the database references files in the folder or the bucket. Stops after the first batch with a referenced
 * file.
 */
async function classifyFiles(options: InstallationOptions): Promise<InstallationState['files']> {
  const { database, settings, bucket, log } = options;
  const files = bucket?.files ?? createLocalFiles(settings.dataDir, () => new Date().toISOString(), log);
  const tables: (typeof FILE_TABLES)[number][] = []; // the database may be older than a table
  for (const table of FILE_TABLES) if (await hasTable(database, table)) tables.push(table);
  const isAnyReferenced = async (names: readonly string[]) =>
    (await listReferencedFileNames(database, names, tables)).length > 0;
  let batch: string[] = [];
  let isEmpty = true;
  for await (const { name } of files.list()) {
    isEmpty = false;
    batch.push(name);
    if (batch.length < BATCH_SIZE) continue;
    if (await isAnyReferenced(batch)) return 'some referenced';
    batch = [];
  }
  if (batch.length > 0 && (await isAnyReferenced(batch))) return 'some referenced';
  return isEmpty ? 'none' : 'none referenced';
}

function getIdFilePath({ dataDir }: Settings): string {
  return join(dataDir, 'installation-id');
}

/** Records the id of the installation that DATA_DIR belongs to, if none is recorded. */
export function writeFolderId(settings: Settings, id: string): void {
  writeOnce(getIdFilePath(settings), `${id}\n`);
}

/** Reads the id of the installation that DATA_DIR belongs to. */
export function readFolderId(settings: Settings): string | undefined {
  return existsSync(getIdFilePath(settings)) ? readFileSync(getIdFilePath(settings), 'utf8').trim() : undefined;
}

/** Throws unless the secrets of these settings exist and match the installation. Does not generate missing secrets. */
export function assertSecretsExistAndMatch(settings: Settings, installation: Installation): void {
  assertSecretsExist(settings);
  assertSecretsMatch(settings, installation, loadSecrets(settings));
}

function assertSecretsExist(settings: Settings): void {
  const missingFiles = listMissingSecretFiles(settings);
  if (missingFiles.length > 0)
    throw new Error(
      `${missingFiles.join(' and ')}: missing, but this database has been used with secrets. ${RESTORE_SECRETS_ADVICE}`,
    );
}

function assertSecretsMatch(settings: Settings, { id, fingerprints }: Installation, secrets: Secrets): void {
  const mismatchedSecrets = listMismatchedSecrets(fingerprints, secrets.getFingerprints(id));
  if (mismatchedSecrets.length === 0) return;
  const names = mismatchedSecrets.map((name) => getSecretSource(settings, name)).join(' and ');
  throw new Error(`${names}: not the secret that this database has been used with. ${RESTORE_SECRETS_ADVICE}`);
}

/** Returns the environment variable or the file that contains a secret. */
function getSecretSource({ dataDir, secretKeys, pinPepper }: Settings, name: 'SECRET_KEYS' | 'PIN_PEPPER'): string {
  if (name === 'SECRET_KEYS') return secretKeys ? name : join(dataDir, 'secret-key');
  return pinPepper ? name : join(dataDir, 'pin-pepper');
}

function formatUnfinishedMove({ databaseUrl }: Settings): string {
  return (
    `The move into the database ${redactDatabaseUrl(databaseUrl)} is not complete. Nothing was changed. Run the same ` +
    '"admin move" or "admin restore" command again to continue, or start the service with the settings of the source. ' +
    'See "Moving to another database" in docs/operations.md.'
  );
}

const RESTORE_SECRETS_ADVICE =
  'Restore the right secret from your backup. All processes on one database need the same secrets. ' +
  'If the secret is lost, see "Lost secrets" in docs/operations.md.';

/** Throws an error that explains the mismatch, if there is one. Without `bucket`, the mismatch is that of DATA_DIR. */
function throwIfMismatch(mismatch: Mismatch | undefined, { dataDir, databaseUrl }: Settings, bucket?: Bucket): void {
  if (!mismatch) return;
  const database = redactDatabaseUrl(databaseUrl);
  const location = bucket ? `the bucket ${bucket.url}` : `DATA_DIR ${dataDir}`;
  const [setting, files] = bucket ? ['S3_BUCKET', bucket.url] : ['DATA_DIR', join(dataDir, 'files')];
  const problem = {
    'other installation': `${capitalize(location)} and the database ${database} belong to different installations.`,
    'empty database': `The database ${database} is empty, but ${location} belongs to an installation.`,
    'files of another database': `The database ${database} references none of the files in ${files}.`,
  }[mismatch];
  throw new Error(
    `${problem} Nothing was changed. Check DATABASE_URL and ${setting}. After a loss, restore both from the same backup ` +
      `before you start the service. For a new installation, use an empty ${setting}. ` +
      'See "One database, one folder" in docs/operations.md.',
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Opens the bucket of S3_URL. Without S3_URL, returns undefined and does not load the S3 library. */
export async function openConfiguredBucket({ s3 }: Settings, log: Logger): Promise<Bucket | undefined> {
  if (!s3) return undefined;
  const { openBucket } = await import('../../platform/files/s3-bucket.ts');
  return openBucket(s3, log);
}
