import type { Kysely } from 'kysely';

/** Older code that has this migration can run with the new schema: only indexes are added, and none of them is unique. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * Adds indexes. With them, the approvals are counted and sorted without reading the tables, a new email does not scan the outbox,
 * and signing out everywhere does not scan all codes.
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
