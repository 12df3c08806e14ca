import type { Kysely } from 'kysely';

/** Older code leaves the new columns null, so that the age decides, and nothing is said about a voice. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** Whether a child enters its PIN in pictures, and whether its device can read its language aloud. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('uses_pictures', 'text').execute();
  await db.schema.alterTable('profiles').addColumn('has_voice', 'text').execute();
}
