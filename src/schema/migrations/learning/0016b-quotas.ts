import type { Kysely } from 'kysely';

/**
 * For quotas: the time spent on attempts that were deleted because of a quota, and an index of the Idempotency-Keys of a profile by
 * age.
 */
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
