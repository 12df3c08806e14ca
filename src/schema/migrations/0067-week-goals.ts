import type { Kysely } from 'kysely';

/** Older code leaves the new column as it is, and new profiles without a goal. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** On how many days of a week a child wants to learn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('goal_days', 'integer').execute();
}
