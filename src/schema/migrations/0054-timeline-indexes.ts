import type { Kysely } from 'kysely';

/** Older code does not need the indexes. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** The timeline of a child reads attempts by their start, and XP by the day of the work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('attempts_by_start').on('attempts').columns(['profile_id', 'started_at', 'id']).execute();
  await db.schema.createIndex('xp_ledger_by_day').on('xp_ledger').columns(['profile_id', 'day', 'at', 'id']).execute();
}
