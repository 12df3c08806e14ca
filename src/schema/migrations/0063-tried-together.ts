import type { Kysely } from 'kysely';

/** Older code leaves the new column as it is. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** When a parent has tried a missed question together with the child (decision 0095). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('item_records').addColumn('tried_together_at', 'text').execute();
}
