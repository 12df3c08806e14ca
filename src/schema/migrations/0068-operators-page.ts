import { type Kysely, sql } from 'kysely';

/** Older code does not know the new tables. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** What the operator's page shows of the past: when each job last ran, and how the database grows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job_runs')
    .addColumn('job', 'text', (column) => column.primaryKey())
    .addColumn('succeeded_at', 'text')
    .addColumn('failed_at', 'text')
    .execute();
  await db.schema
    .createTable('database_sizes')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('kilobytes', 'integer', (column) => column.notNull())
    .execute();
  await sql`create index email_recipients_paused on email_recipients (paused_until)
    where paused_until is not null`.execute(db);
}
