import type { Kysely } from 'kysely';

/** Code before this migration writes rows without a filling. */
export const oldestCompatible = '0017-schema-compatibility';

/** Rows that are large enough to need new pages: a small one finds room even when the disk is full. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('readiness_probes').addColumn('filling', 'text').execute();
}
