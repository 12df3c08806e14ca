import type { Kysely } from 'kysely';

/** Older code would begin again with these ratings, too. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** The ratings of skills become differences from the rating of their school subject, in another unit (decision 0086). */
export async function up(db: Kysely<{ memories: { ability: number } }>): Promise<void> {
  await db.updateTable('memories').set({ ability: 0 }).where('ability', '<>', 0).execute();
}
