import type { Kysely } from 'kysely';

/** Older code leaves the new column as it is. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** What a child's answers have shown of misconceptions (decision 0092). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('memories').addColumn('misconceptions', 'text').execute();
}
