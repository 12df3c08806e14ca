import type { Kysely } from 'kysely';

/** Code before this migration runs with the same rows; its queries are only slower. */
export const oldestCompatible = '0017b-readiness-filling';

/**
 * Indexes for approvals, which are counted and sorted within an index, for the outbox, which each new email scanned, and for
 * codes, all of which were scanned when somebody signed out everywhere.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('todos_by_completion')
    .on('todos')
    .columns(['profile_id', 'status', 'completed_at', 'id'])
    .execute();
  await schema.createIndex('submissions_by_status').on('submissions').columns(['profile_id', 'status', 'id']).execute();
  await schema.createIndex('outbox_by_topic').on('outbox').column('topic').execute();
  await schema.createIndex('codes_by_subject').on('codes').column('subject').execute();
}
