import type { Instant } from '../../core/time/instant.ts';
import type { Database, Handle, Tx } from '../../platform/database/index.ts';
import type { Fingerprints } from '../../platform/secrets/secrets.ts';

/** The installation that a database belongs to. */
export interface Installation {
  readonly id: string;
  readonly fingerprints: Fingerprints;
}

/** Whether a table exists. This also works before the migrations have run. */
export async function hasTable({ kysely }: Database, name: string): Promise<boolean> {
  return (await kysely.introspection.getTables()).some((table) => table.name === name);
}

export async function findInstallation({ db }: Handle): Promise<Installation | undefined> {
  const row = await db.selectFrom('installation').selectAll().executeTakeFirst();
  return (
    row && { id: row.id, fingerprints: { keys: JSON.parse(row.key_fingerprints), pepper: row.pepper_fingerprint } }
  );
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
  return { id: row.id, fingerprints: { keys: JSON.parse(row.key_fingerprints), pepper: row.pepper_fingerprint } };
}

export async function updateFingerprints({ db }: Handle<Tx>, fingerprints: Fingerprints): Promise<void> {
  await db.updateTable('installation').set(toColumns(fingerprints)).execute();
}

function toColumns({ keys, pepper }: Fingerprints) {
  return { key_fingerprints: JSON.stringify(keys), pepper_fingerprint: pepper };
}
