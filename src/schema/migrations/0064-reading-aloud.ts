import type { Kysely } from 'kysely';

/** Older code leaves the new column null, so that each device decides. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** Whether texts are read aloud to a child, on all of its devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('read_aloud', 'text').execute();
}
