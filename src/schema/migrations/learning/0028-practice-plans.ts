import type { Kysely } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: it has no daily practice, and the plan of every other attempt
 * is empty, which is the default.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** Adds the items of a daily practice to its attempts, so that they stay the same while an attempt is open. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('attempts')
    .addColumn('plan', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
