import type { Kysely } from 'kysely';

/** Code before this migration leaves the new column of the readiness check empty. */
export const oldestCompatibleMigration = '0017-schema-compatibility';

/**
 * Adds a column for random text to the rows of the readiness check, so that writing them needs new pages. A small row could be
 * written even when the disk is full.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('readiness_probes').addColumn('filling', 'text').execute();
}
