import type { Kysely } from 'kysely';

/** Code before this migration writes rows without these counts, and counts all emails without a code as one kind. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** Adds separate counts for emails about security, so that other emails to the same address cannot delay them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const window of ['recent', 'day']) {
    await schema
      .alterTable('email_recipients')
      .addColumn(`security_${window}_count`, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .alterTable('email_recipients')
      .addColumn(`security_${window}_ends_at`, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  }
}
