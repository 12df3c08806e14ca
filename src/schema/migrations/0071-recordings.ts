import type { Kysely } from 'kysely';

/**
 * Older code does not know the table. It quarantines recordings that are older than an hour as orphaned files, and newer code restores
 * them. The rows that it adds to `child_settings` have the default.
 */
export const oldestCompatibleMigration = '0038-easy-pins';

/** What parents have read aloud for the child's app, and whether a child hears it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recordings')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('phrase', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('mime', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recordings_pkey', ['profile_id', 'language', 'phrase'])
    .execute();
  await db.schema
    .alterTable('child_settings')
    .addColumn('hears_recordings', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
