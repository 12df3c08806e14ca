import type { Instant } from '../../core/time/instant.ts';
import type { Handle, Tx } from '../../platform/database/index.ts';
import type { Fingerprints } from '../../platform/secrets/secrets.ts';
import type { InstallationRow } from '../../schema/tables.ts';

/** The installation that a database belongs to. */
export interface Installation {
  readonly id: string;
  readonly fingerprints: Fingerprints;
}

export async function findInstallation({ db }: Handle): Promise<Installation | undefined> {
  const row = await db.selectFrom('installation').selectAll().executeTakeFirst();
  return row && toInstallation(row);
}

/**
 * Creates the only row of the table (its name is always `this`) if it does not exist, locks it and returns it. Processes that
 * start at the same time wait for each other.
 */
export async function claimInstallation(
  { db }: Handle<Tx>,
  { id, fingerprints }: Installation,
  now: Instant,
): Promise<Installation> {
  const row = await db
    .insertInto('installation')
    .values({ name: 'this', id, ...toColumns(fingerprints), created_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ id: eb.ref('installation.id') })))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toInstallation(row);
}

export async function updateFingerprints({ db }: Handle<Tx>, fingerprints: Fingerprints): Promise<void> {
  await db.updateTable('installation').set(toColumns(fingerprints)).execute();
}

function toInstallation({ id, key_fingerprints, pepper_fingerprint }: InstallationRow): Installation {
  return { id, fingerprints: { keys: JSON.parse(key_fingerprints), pepper: pepper_fingerprint } };
}

function toColumns({ keys, pepper }: Fingerprints) {
  return { key_fingerprints: JSON.stringify(keys), pepper_fingerprint: pepper };
}
