import type { Kysely } from 'kysely';

/** Code before this migration writes attempts without verdicts, and grades all saved answers at the end. */
export const oldestCompatible = '0017b-readiness-filling';

/** The verdicts on the answers that were judged before their attempt was completed. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('attempts')
    .addColumn('judged', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
}
