import type { Kysely } from 'kysely';

/** Code before this migration has no generated items, so it needs no draws. */
export const oldestCompatible = '0017b-readiness-filling';

/** What was drawn for the generated items of an attempt, and for the newest answer that was not right. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('attempts')
    .addColumn('draws', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  await schema.alterTable('item_records').addColumn('last_missed_draw', 'text').execute();
}
