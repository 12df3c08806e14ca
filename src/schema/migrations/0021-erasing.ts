import type { Kysely } from 'kysely';

/** Code before this migration erases a profile in one transaction, even if some of its rows are already gone. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * Deletions run in many transactions, and need an index: without the index, deleting a child scanned the consents of all families.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('deletions').addColumn('erasing_since', 'text').execute();
  await schema.createIndex('consents_by_child').on('consents').columns(['child_id', 'parent_id']).execute();
}
