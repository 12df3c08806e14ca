import { type Kysely, sql } from 'kysely';

/** Older code changes no addresses, except for an operator's command, and ignores the table. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** Creates the table of the changes of parents' email addresses: the pending ones, and those that can still be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('address_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('sealed_new', 'text')
    .addColumn('sealed_old', 'text')
    .addColumn('digest', 'text')
    .addColumn('old_confirmed_at', 'text')
    .addColumn('new_confirmed_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('address_changes_by_profile').on('address_changes').column('profile_id').execute();
  await db.schema.createIndex('address_changes_by_digest').on('address_changes').column('digest').execute();
  await db.schema.createIndex('address_changes_by_expiry').on('address_changes').column('expires_at').execute();
  await sql`create unique index address_changes_pending on address_changes (profile_id) where changed_at is null`.execute(
    db,
  );
  await db.schema.createIndex('invitations_by_address').on('invitations').column('email_key').execute();
}
