import type { Kysely } from 'kysely';

/** Older code that has this migration can run with the new schema: it leaves the new column null. */
export const oldestCompatibleMigration = '0017-schema-compatibility';

/**
 * Adds a column for random text to the rows of the readiness check, so that writing them needs new pages. A small row could be
 * written even when the disk is full.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('readiness_probes').addColumn('filling', 'text').execute();
}
