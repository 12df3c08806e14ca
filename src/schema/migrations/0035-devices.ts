import type { Kysely } from 'kysely';

export const oldestCompatibleMigration = '0033-baseline';

/** Adds when a profile first signed in on a device, and when an app session was last used. */
export async function up(db: Kysely<{ saved_profiles: { saved_at: string; first_saved_at: string } }>): Promise<void> {
  await db.schema.alterTable('saved_profiles').addColumn('first_saved_at', 'text').execute();
  await db
    .updateTable('saved_profiles')
    .set((eb) => ({ first_saved_at: eb.ref('saved_at') }))
    .execute();
  await db.schema.alterTable('sessions').addColumn('last_seen_at', 'text').execute();
}
