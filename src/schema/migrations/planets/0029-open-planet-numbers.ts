import type { Kysely } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: it does not use the new table, so it opens no further copy of a
 * full planet and does not list the copies that newer code has opened.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** An open planet of a pack has numbered copies: when one is full, the next one is opened. The table stores the newest number. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('open_planet_numbers')
    .addColumn('planet_id', 'text', (column) => column.primaryKey())
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .execute();
}
