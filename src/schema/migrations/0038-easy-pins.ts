import type { Kysely } from 'kysely';

export const oldestCompatibleMigration = '0037-wrong-pins';

/** Adds whether a PIN is easy to guess. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pins').addColumn('easy_to_guess', 'integer').execute();
}
