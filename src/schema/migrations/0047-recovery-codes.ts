import type { Kysely } from 'kysely';

/** Older code knows no recovery codes, and asks for the code to the old mailbox in place of one. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** Creates the table of recovery codes. A change of the address stores the session that one of them has opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recovery_codes')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['profile_id', 'digest'])
    .execute();
  await db.schema.alterTable('address_changes').addColumn('session_id', 'text').execute();
}
