import type { Kysely } from 'kysely';

/** Older code leaves the new column null. The ratings of such children are then not computed again. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** An attempt keeps what its answers have changed in the child's ratings (decision 0089). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attempts').addColumn('ratings', 'text').execute();
}
