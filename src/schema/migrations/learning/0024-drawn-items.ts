import type { Kysely } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: it has no generated items, so it leaves both new columns at
 * their defaults.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** Adds, as JSON, the values that were drawn for the generated items of an attempt, and for the newest wrong answer to an item. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('attempts')
    .addColumn('draws', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await schema.alterTable('item_records').addColumn('last_missed_draw', 'text').execute();
}
