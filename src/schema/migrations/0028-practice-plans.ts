import type { Kysely } from 'kysely';

/** Code before this migration shows no daily practice, so its attempts have no plan. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** The items of a daily practice, which stay the same while it is open. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('attempts')
    .addColumn('plan', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
