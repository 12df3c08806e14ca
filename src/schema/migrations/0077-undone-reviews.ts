import type { Kysely } from 'kysely';

/** Older code leaves the new column as it is, and does not wait longer until it approves such work automatically. */
export const oldestCompatibleMigration = '0038-easy-pins';

/**
 * When a guardian last undid a review. The columns `planned_change` and `change_due_at` of submissions (0048) are no longer used. Older
 * processes still use them during an upgrade, so a later release removes them (decision 0026).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('submissions').addColumn('undone_at', 'text').execute();
}
