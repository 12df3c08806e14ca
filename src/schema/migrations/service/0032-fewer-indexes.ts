import type { Kysely } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: only indexes change, and none of them is unique. Some queries
 * of such code are slower without the dropped indexes.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * Replaces three indexes of the ledger with one index that serves all their queries, and excludes items without a wrong answer from
 * another index. Fewer entries have to be written when a task is completed, which writes one or two rows of the ledger and a
 * record for each item.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ['xp_ledger_newest', 'xp_ledger_by_day', 'xp_ledger_by_time'])
    await schema.dropIndex(name).execute();
  await schema.createIndex('xp_ledger_by_time').on('xp_ledger').columns(['profile_id', 'at', 'id']).execute();
  await schema.dropIndex('item_records_missed').execute();
  await schema
    .createIndex('item_records_missed')
    .on('item_records')
    .columns(['profile_id', 'misses'])
    .where('misses', '>', 0)
    .execute();
}
