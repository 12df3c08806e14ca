import type { Kysely } from 'kysely';

/** The oldest code that is compatible with this migration and each later one, and a table for the readiness check. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('schema_compatibility')
    .addColumn('migration', 'text', (column) => column.primaryKey())
    .addColumn('oldest_compatible', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('readiness_probes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute();
}
