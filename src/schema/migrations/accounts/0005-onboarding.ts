import type { Kysely } from 'kysely';

/**
 * When a child first chose a name and changed its avatar, and who has completed onboarding. `../../tables.ts` explains the columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('named_at', 'text').execute();
  await db.schema.alterTable('profiles').addColumn('dressed_at', 'text').execute();
  await db.schema
    .createTable('onboardings')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('completed_at', 'text', (column) => column.notNull())
    .execute();
}
