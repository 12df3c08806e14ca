import type { Kysely } from 'kysely';

/** Older code does not use the table: the links that it makes cannot be undone, and nothing waits for them. */
export const oldestCompatibleMigration = '0033-baseline';

/** Creates the table of the children who were linked to a first guardian in the last seven days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('first_links')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('linked_at', 'text', (column) => column.notNull())
    .addColumn('waits_until', 'text')
    .addColumn('pin_hash', 'text', (column) => column.notNull())
    .addColumn('pin_set_at', 'text', (column) => column.notNull())
    .addColumn('undone_at', 'text')
    .execute();
  await db.schema.createIndex('first_links_by_age').on('first_links').column('linked_at').execute();
}
