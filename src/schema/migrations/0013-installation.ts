import type { Kysely } from 'kysely';

/** The installation that a database belongs to, and the fingerprints of its secrets. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('installation')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('key_fingerprints', 'text', (c) => c.notNull())
    .addColumn('pepper_fingerprint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
}
