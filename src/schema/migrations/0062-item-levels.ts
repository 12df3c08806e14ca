import type { Kysely } from 'kysely';

/** Older code does not know the new table. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** How much harder or easier items are than written, learned from the answers of all children (decision 0086). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_levels')
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('shift', 'double precision', (column) => column.notNull())
    .addColumn('answers', 'integer', (column) => column.notNull())
    .addColumn('counted_until', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('item_levels_pkey', ['task_id', 'item_id'])
    .execute();
}
