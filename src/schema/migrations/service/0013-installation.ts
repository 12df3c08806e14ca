import type { Kysely } from 'kysely';

/** The installation that a database belongs to, and the fingerprints of its secrets. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('installation')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('key_fingerprints', 'text', (column) => column.notNull())
    .addColumn('pepper_fingerprint', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}
