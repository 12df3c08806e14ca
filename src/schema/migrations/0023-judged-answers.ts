import type { Kysely } from 'kysely';

/**
 * Releases that do not know this migration can still run: they store no grades of single answers, and grade all saved answers when
 * the attempt is completed.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** Adds `judged`: the grades of the answers that were graded before their attempt was completed. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('attempts')
    .addColumn('judged', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
}
