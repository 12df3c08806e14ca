import { randomUUID } from 'node:crypto';
import { assertMigrated, openDatabase, openDatabaseToRead, type Tx } from '../../platform/database/index.ts';
import { loadSecrets, missingSecrets } from '../../platform/secrets/secrets.ts';
import { readSettings, type Settings } from '../../platform/settings.ts';
import { readFolderId } from '../installation/installation.ts';
import { wrongSecrets } from '../installation/installation-rules.ts';
import {
  claimInstallation,
  findInstallation,
  type Installation,
  updateFingerprints,
} from '../installation/installation-store.ts';

const LOST = {
  SECRET_KEYS:
    'SECRET_KEYS (or DATA_DIR/secret-key) is another: every app signs in anew, devices are unknown again, and codes, ' +
    'waiting emails, invitations and the links that switch emails off stop working.',
  PIN_PEPPER:
    'PIN_PEPPER (or DATA_DIR/pin-pepper) is another: no PIN is right any more. Guardians set new ones in the panel; a ' +
    'child without a guardian cannot sign in again.',
};

/** Has the database take the secrets that are given now, and says what is lost with the old ones; `check` only says it. */
export async function acceptSecrets(environment: NodeJS.ProcessEnv, check: boolean): Promise<void> {
  const settings = readSettings(environment);
  const database = check ? await openDatabaseToRead(settings.databaseUrl) : await openDatabase(settings.databaseUrl);
  try {
    await assertMigrated(database);
    const known = await findInstallation(database.reader);
    const missing = check ? missingSecrets(settings) : [];
    for (const file of missing) console.log(`${file} is not there; a new one would be made.`);
    if (missing.length > 0) return failed();
    if (!known && check) return console.log('The database has no secrets of its own yet.');
    const wrong = known ? differing(settings, known) : [];
    for (const name of wrong) console.log(LOST[name]);
    if (known && wrong.length === 0) return console.log('The secrets are those of the database.');
    if (check) return failed();
    await database.write((tx) => accept(tx, settings, known));
    console.log('The database takes these secrets from now on.');
  } finally {
    await database.close();
  }
}

function differing(settings: Settings, { id, fingerprints }: Installation) {
  return wrongSecrets(fingerprints, loadSecrets(settings).fingerprints(id));
}

/** A database that is older than fingerprints gets its row. */
async function accept(tx: Tx, settings: Settings, known: Installation | undefined): Promise<void> {
  const secrets = loadSecrets(settings);
  const id = known?.id ?? readFolderId(settings) ?? randomUUID();
  await claimInstallation(tx, { id, fingerprints: secrets.fingerprints(id) }, new Date().toISOString());
  await updateFingerprints(tx, secrets.fingerprints(id));
}

function failed(): void {
  process.exitCode = 1;
}
