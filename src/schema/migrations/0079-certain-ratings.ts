import type { Kysely } from 'kysely';

/** Older code leaves the new column as it is. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** How uncertain the rating of a school subject is (decision 0108). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('memories').addColumn('variance', 'double precision').execute();
}
