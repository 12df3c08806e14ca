import type { Kysely } from 'kysely';

/** Older code that has this migration can run with the new schema: only an index is added, and it is not unique. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * Adds an index for the list of finished to-dos, the newest first. Without the index, each page would read and sort the whole list.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('todos_finished')
    .on('todos')
    .columns(['profile_id', 'completed_at', 'id'])
    .where('completed_at', 'is not', null)
    .execute();
}
