import type { Kysely } from 'kysely';

/** What quotas need: the time spent on attempts that are no longer stored, and an index of a profile's Idempotency-Keys by age. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('task_states')
    .addColumn('removed_seconds', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex('idempotency_keys_by_subject')
    .on('idempotency_keys')
    .columns(['subject', 'created_at'])
    .execute();
}
