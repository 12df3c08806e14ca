import type { Kysely } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: it does not write the new columns, and counts emails about
 * security together with the other emails that contain no code.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * Adds separate counts for emails about security, so that other emails to the same address cannot delay them. An empty end of a
 * window is earlier than every time, so the first email begins a new window.
 */
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
