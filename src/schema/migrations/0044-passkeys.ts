import type { Kysely } from 'kysely';

/** Older code does not use the table and the column: parents then sign in with emailed codes. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** Creates the table of the parents' passkeys, and stores that a parent does not want the offer of a passkey or a panel PIN. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'double precision', (column) => column.notNull()) // up to 2^32, which an integer of PostgreSQL cannot hold
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addPrimaryKeyConstraint('passkeys_pkey', ['profile_id', 'id'])
    .execute();
  await db.schema.alterTable('saved_profiles').addColumn('offer_declined_at', 'text').execute();
}
