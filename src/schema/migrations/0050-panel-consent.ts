import type { Kysely } from 'kysely';

/** Older code leaves the new columns null, so the panel asks again. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** A parent agrees in the panel, before the first child, to what is stored: to which text, and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('privacy_readings').addColumn('consent_version', 'text').execute();
  await db.schema.alterTable('privacy_readings').addColumn('consented_at', 'text').execute();
}
