import type { Kysely } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: it erases a deleted profile in one transaction, even if newer
 * code has already erased some of its rows.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * The rows of a deleted profile are erased in many transactions, and `erasing_since` marks a deletion whose erasure has begun.
 * Before the index existed, erasing a child scanned the consents of all families.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('deletions').addColumn('erasing_since', 'text').execute();
  await schema.createIndex('consents_by_child').on('consents').columns(['child_id', 'parent_id']).execute();
}
