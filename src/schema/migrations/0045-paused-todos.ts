import type { Kysely } from 'kysely';

/** Older code leaves the new column null. It shows a paused to-do as an open one. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** A parent can pause a to-do, which hides it from the child. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('todos').addColumn('paused_at', 'text').execute();
}
