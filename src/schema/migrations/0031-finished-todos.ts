import type { Kysely } from 'kysely';

/** Code before this migration runs with the same rows, but does not use the index. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** An index for the list of finished to-dos, the newest first. Without the index, each page would read and sort the whole list. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('todos_finished')
    .on('todos')
    .columns(['profile_id', 'completed_at', 'id'])
    .where('completed_at', 'is not', null)
    .execute();
}
