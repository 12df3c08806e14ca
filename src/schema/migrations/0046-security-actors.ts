import type { Kysely } from 'kysely';

/** Older code does not need the index. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** Erasing a profile also deletes the events that it has caused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('security_events_by_actor').on('security_events').column('actor').execute();
}
