import type { Kysely } from 'kysely';

/** Older code leaves the new column null, as if somebody had signed in on the device. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** A device that only a tablet code connected counts as unknown for wrong PINs, until somebody signs in on it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('saved_profiles').addColumn('connected_at', 'text').execute();
}
