import type { Kysely } from 'kysely';

/** Older code stores no panel PINs: the panel then asks for an emailed code. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** A browser on which a parent has signed in stores the parent's panel PIN, and how often it was tried. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('saved_profiles').addColumn('panel_pin_hash', 'text').execute();
  await db.schema
    .alterTable('saved_profiles')
    .addColumn('panel_pin_tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
