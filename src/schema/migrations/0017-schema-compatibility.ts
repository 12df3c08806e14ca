import type { Kysely } from 'kysely';

/** Which older code each later migration is compatible with, and a table for the readiness check. */
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
