import type { Kysely } from 'kysely';

/**
 * Code that has only the migrations up to this older one can run with the new schema: it leaves the new column at its
 * default, and grades all saved answers when the attempt is completed.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** Adds `judged`: the grades of the answers that were graded before their attempt was completed, as a JSON object by item. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('attempts')
    .addColumn('judged', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
}
