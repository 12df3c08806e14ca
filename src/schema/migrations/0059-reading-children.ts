import type { Kysely } from 'kysely';

/** Older code leaves the new column null, so that the age decides. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** Whether a child reads, unless its age decides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('reads', 'text').execute();
}
