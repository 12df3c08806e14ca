import type { Kysely } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: it leaves the new column at its default, and grades all saved
 * answers when the attempt is completed.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** Adds `judged`, a JSON object by item: the grades of the answers that were graded before their attempt was completed. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('attempts')
    .addColumn('judged', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
}
