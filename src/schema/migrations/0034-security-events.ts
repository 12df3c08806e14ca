import type { Kysely } from 'kysely';

/** Older code does not use the table. */
export const oldestCompatibleMigration = '0033-baseline';

/** Creates the table of the security log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('security_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('kind', 'text')
    .addColumn('subject', 'text')
    .addColumn('actor', 'text')
    .addColumn('operator', 'text')
    .addColumn('request_id', 'text')
    .addColumn('address', 'text')
    .addColumn('repeats', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('security_events_by_age').on('security_events').column('at').execute();
  await db.schema.createIndex('security_events_by_subject').on('security_events').columns(['subject', 'at']).execute();
}
