import type { Kysely } from 'kysely';

/** Older code writes rows without a filling. */
export const oldestCompatibleMigration = '0017-schema-compatibility';

/** Makes the rows so large that they need new pages, because a small row fits in even when the disk is full. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('readiness_probes').addColumn('filling', 'text').execute();
}
