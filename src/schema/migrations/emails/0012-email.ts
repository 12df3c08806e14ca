import { type Kysely, sql } from 'kysely';

/** The priority of emails, and the counts of emails and refusals for each recipient. `../../tables.ts` explains the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('outbox').addColumn('recipient', 'text').execute();
  await schema
    .alterTable('outbox')
    .addColumn('priority', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  // Only the topics of one-time codes begin with the purpose of a code, such as `app-email`.
  await sql`update outbox set priority = 0 where topic like '%-email %'`.execute(db);
  await schema.createIndex('outbox_by_priority').on('outbox').columns(['priority', 'next_try_at', 'id']).execute();

  await schema
    .createTable('email_recipients')
    .addColumn('recipient', 'text', (column) => column.primaryKey())
    .addColumn('refusals', 'integer', (column) => column.notNull())
    .addColumn('paused_until', 'text')
    .addColumn('recent_count', 'integer', (column) => column.notNull())
    .addColumn('recent_ends_at', 'text', (column) => column.notNull())
    .addColumn('day_count', 'integer', (column) => column.notNull())
    .addColumn('day_ends_at', 'text', (column) => column.notNull())
    .addColumn('forget_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('email_recipients_by_age').on('email_recipients').column('forget_at').execute();
}
