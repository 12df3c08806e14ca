import { type Kysely, sql } from 'kysely';

/** Older code does not use the tables: it tells parents nothing at once. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** Creates the tables of what parents are told at once, and in which browsers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notification_settings')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('waiting', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('quiet_from', 'integer', (column) => column.notNull())
    .addColumn('quiet_until', 'integer', (column) => column.notNull())
    .addColumn('daily_email', 'integer', (column) => column.notNull())
    .addColumn('email_due_at', 'text')
    .addColumn('emailed_at', 'text')
    .execute();
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('device_key', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('program', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('waiting_noted_at', 'text')
    .addColumn('done_noted_at', 'text')
    .addColumn('test_noted_at', 'text')
    .addColumn('due_at', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('told_at', 'text')
    .addColumn('told_done', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('push_subscriptions_by_profile').on('push_subscriptions').column('profile_id').execute();
  await db.schema.createIndex('push_subscriptions_by_device').on('push_subscriptions').column('device_key').execute();
  await sql`create index push_subscriptions_due on push_subscriptions (due_at, id) where due_at is not null`.execute(
    db,
  );
  await sql`create index notification_settings_due on notification_settings (email_due_at, profile_id)
    where email_due_at is not null`.execute(db);
}
