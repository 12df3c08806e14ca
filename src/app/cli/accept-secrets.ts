import { randomUUID } from 'node:crypto';
import {
  assertMigrated,
  type Handle,
  openDatabase,
  openDatabaseReadOnly,
  type Tx,
} from '../../platform/database/index.ts';
import { listMissingSecretFiles, loadSecrets } from '../../platform/secrets/secrets.ts';
import { readSettings, type Settings } from '../../platform/settings.ts';
import { readFolderId } from '../installation/installation.ts';
import { listMismatchedSecrets } from '../installation/installation-rules.ts';
import {
  claimInstallation,
  findInstallation,
  type Installation,
  updateFingerprints,
} from '../installation/installation-store.ts';
import type { CheckOptions } from './admin.ts';

/** What stops working when a secret is replaced. */
const CONSEQUENCES = {
  SECRET_KEYS:
    'SECRET_KEYS (or DATA_DIR/secret-key) has changed: users of the app must sign in again, all devices become unknown, ' +
    'and codes, unsent emails, invitations and unsubscribe links stop working.',
  PIN_PEPPER:
    'PIN_PEPPER (or DATA_DIR/pin-pepper) has changed: no PIN works anymore. Guardians can set new PINs in the panel; a ' +
    'child without a guardian cannot sign in again.',
};

/**
 * Makes the database accept the current secrets, and prints what stops working. With `onlyCheck`, changes nothing and sets exit
 * code 1 if secrets are missing or have changed.
 */
export async function acceptSecrets(environment: NodeJS.ProcessEnv, { onlyCheck }: CheckOptions): Promise<void> {
  const settings = readSettings(environment);
  await using database = onlyCheck
    ? await openDatabaseReadOnly(settings.databaseUrl)
    : await openDatabase(settings.databaseUrl);
  await assertMigrated(database);
  const installation = await findInstallation(database);
  // Without `onlyCheck`, `loadSecrets` generates the missing secrets.
  const missingFiles = onlyCheck ? listMissingSecretFiles(settings) : [];
  for (const file of missingFiles) console.log(`${file} does not exist; a new secret would be generated.`);
  if (missingFiles.length > 0) return setFailureExitCode();
  if (!installation && onlyCheck) return console.log('No secrets have been used with this database yet.');
  const changedSecrets = installation ? listChangedSecrets(settings, installation) : [];
  for (const name of changedSecrets) console.log(CONSEQUENCES[name]);
  if (installation && changedSecrets.length === 0) return console.log('The secrets match the database.');
  if (onlyCheck) return setFailureExitCode();
  await database.write((tx) => storeFingerprints(tx, settings, installation));
  console.log('The database accepts these secrets from now on.');
}

function listChangedSecrets(settings: Settings, { id, fingerprints }: Installation) {
  return listMismatchedSecrets(fingerprints, loadSecrets(settings).getFingerprints(id));
}

/** Stores the fingerprints of the current secrets. Creates their row if a release without fingerprints created the database. */
async function storeFingerprints(
  ctx: Handle<Tx>,
  settings: Settings,
  installation: Installation | undefined,
): Promise<void> {
  const secrets = loadSecrets(settings);
  const id = installation?.id ?? readFolderId(settings) ?? randomUUID();
  await claimInstallation(ctx, { id, fingerprints: secrets.getFingerprints(id) }, new Date().toISOString());
  await updateFingerprints(ctx, secrets.getFingerprints(id));
}

function setFailureExitCode(): void {
  process.exitCode = 1;
}
