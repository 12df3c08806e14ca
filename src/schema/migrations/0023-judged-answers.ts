import type { Kysely } from 'kysely';

/** Code before this migration stores no grades of single answers, and grades all saved answers when the attempt is completed. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** The grades of the answers that were graded before their attempt was completed. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('attempts')
    .addColumn('judged', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
}
