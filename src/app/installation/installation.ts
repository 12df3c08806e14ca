import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { hasProfiles } from '../../features/accounts/index.ts';
import { hasFiles, listReferencedFiles } from '../../features/learning/index.ts';
import { type Database, describeDatabase, migrate } from '../../platform/database/index.ts';
import { createLocalFiles } from '../../platform/files/local-files.ts';
import { restrictToOwner } from '../../platform/files/owner-only.ts';
import { writeOnce } from '../../platform/files/write-once.ts';
import { type Fingerprints, loadSecrets, missingSecrets, type Secrets } from '../../platform/secrets/secrets.ts';
import type { Settings } from '../../platform/settings.ts';
import { type Found, type Mismatch, mismatchOf, wrongSecrets } from './installation-rules.ts';
import {
  claimInstallation,
  findInstallation,
  hasTable,
  type Installation,
  updateFingerprints,
} from './installation-store.ts';

interface Parts {
  readonly settings: Settings;
  readonly database: Database;
  readonly log: Logger;
}

const AT_ONCE = 200;
/** What this service makes in DATA_DIR beside the database. */
const ENTRIES = [
  'secret-key',
  'pin-pepper',
  'content-cache.json',
  'content-reload',
  'files',
  'quarantine',
  'mail',
  'uploads',
];

/**
 * Opens an installation, or makes a new one: brings the database up to date and gives the secrets, and the names of the
 * migrations that ran. A database, a folder and secrets that do not belong together are refused before anything changes.
 */
export async function openInstallation(parts: Parts): Promise<{ secrets: Secrets; migrated: string[] }> {
  const { settings, database } = parts;
  for (const entry of ENTRIES) restrictToOwner(join(settings.dataDir, entry));
  const folderId = readFolderId(settings); // before the database: it writes its row first
  const known = (await hasTable(database, 'installation')) ? await findInstallation(database.reader) : undefined;
  const isUsed = (await hasTable(database, 'profiles')) && (await hasProfiles(database.reader));
  const files = await lookAtFiles(parts);
  const mismatch = mismatchOf({ databaseId: known?.id, hasProfiles: isUsed, folderId, files });
  if (mismatch) throw new Error(tell(mismatch, settings));
  if (known || isUsed) assertPresent(settings);
  const secrets = loadSecrets(settings);
  if (known) assertRight(settings, known, secrets);

  const migrated = await migrate(database);
  const { id } = await claim(parts, folderId ?? randomUUID(), secrets);
  writeOnce(idFile(settings), `${id}\n`);
  if (readFolderId(settings) !== id) throw new Error(tell('other installation', settings));
  if (files === 'none' && (await hasFiles(database.reader))) {
    parts.log.warn(
      { dataDir: settings.dataDir },
      'the database names files of children, but DATA_DIR holds none of them',
    );
  }
  return { secrets, migrated };
}

/** The first of several processes writes the row; all of them check theirs against it. */
function claim({ settings, database, log }: Parts, id: string, secrets: Secrets): Promise<Installation> {
  return database.write(async (tx) => {
    const now = new Date().toISOString();
    const known = await claimInstallation(tx, { id, fingerprints: secrets.fingerprints(id) }, now);
    assertRight(settings, known, secrets);
    const given = secrets.fingerprints(known.id);
    if (!isSameRing(given, known.fingerprints)) {
      await updateFingerprints(tx, given);
      log.info({ before: known.fingerprints.keys.length, now: given.keys.length }, 'the signing keys have changed');
    }
    return known;
  });
}

function isSameRing({ keys }: Fingerprints, other: Fingerprints): boolean {
  return keys.length === other.keys.length && keys.every((key) => other.keys.includes(key));
}

/** Whether the files in the folder are this database's: it is enough that it names one. */
async function lookAtFiles({ database, settings, log }: Parts): Promise<Found['files']> {
  const files = createLocalFiles(settings.dataDir, () => new Date().toISOString(), log);
  const names: string[] = [];
  const isNamed = async () =>
    (await hasTable(database, 'submission_files')) &&
    (await listReferencedFiles(database.reader, names.splice(0))).length > 0;
  let some = false;
  for await (const { name } of files.list()) {
    some = true;
    names.push(name);
    if (names.length === AT_ONCE && (await isNamed())) return 'some named';
  }
  if (names.length > 0 && (await isNamed())) return 'some named';
  return some ? 'none named' : 'none';
}

function idFile({ dataDir }: Settings): string {
  return join(dataDir, 'installation-id');
}

/** The id that DATA_DIR says. */
export function readFolderId(settings: Settings): string | undefined {
  return existsSync(idFile(settings)) ? readFileSync(idFile(settings), 'utf8').trim() : undefined;
}

function assertPresent(settings: Settings): void {
  const missing = missingSecrets(settings);
  if (missing.length > 0)
    throw new Error(`${missing.join(' and ')}: missing, and this database was used with it. ${PUT_SECRETS_BACK}`);
}

function assertRight(settings: Settings, { id, fingerprints }: Installation, secrets: Secrets): void {
  const wrong = wrongSecrets(fingerprints, secrets.fingerprints(id));
  if (wrong.length === 0) return;
  const names = wrong.map((name) => sourceOf(settings, name)).join(' and ');
  throw new Error(`${names}: not the secret that this database was used with. ${PUT_SECRETS_BACK}`);
}

function sourceOf({ dataDir, secretKeys, pinPepper }: Settings, name: 'SECRET_KEYS' | 'PIN_PEPPER'): string {
  if (name === 'SECRET_KEYS') return secretKeys ? name : join(dataDir, 'secret-key');
  return pinPepper ? name : join(dataDir, 'pin-pepper');
}

const PUT_SECRETS_BACK =
  'Put the right one back from your backup; several processes on one database need the same. ' +
  'If it is lost for good, see "Lost secrets" in docs/operations.md.';

function tell(mismatch: Mismatch, { dataDir, databaseUrl }: Settings): string {
  const database = describeDatabase(databaseUrl);
  const what = {
    'other installation': `DATA_DIR ${dataDir} and the database ${database} belong to two installations.`,
    'empty database': `The database ${database} is empty, but DATA_DIR ${dataDir} belongs to an installation.`,
    'files of another database': `The database ${database} names none of the files in ${join(dataDir, 'files')}.`,
  }[mismatch];
  return (
    `${what} Nothing was changed. Check DATABASE_URL and DATA_DIR; after a loss restore both from one backup before the ` +
    'start; for a new installation use an empty DATA_DIR. See "One database, one folder" in docs/operations.md.'
  );
}
