import type { Kysely } from 'kysely';

/** Older code leaves the new column null: any device can use such a session. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** A panel session stores in which browser it began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('panel_sessions').addColumn('device_key', 'text').execute();
}
