import type { Kysely } from 'kysely';

/** Older code leaves the new column null: the panel then asks who is there. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** A panel session stores when the parent was last known to be there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('panel_sessions').addColumn('present_at', 'text').execute();
}
