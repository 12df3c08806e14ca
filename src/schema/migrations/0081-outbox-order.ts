import type { Kysely } from 'kysely';

/** Older code does not need the index. */
export const oldestCompatibleMigration = '0038-easy-pins';

/**
 * The order in which emails are sent, with what decides whether one may be sent now: the next ones are found among many that wait, without
 * reading their texts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('outbox_by_order')
    .on('outbox')
    .columns(['priority', 'tries', 'next_try_at', 'id', 'recipient', 'domain', 'requester', 'created_at'])
    .execute();
  await db.schema.dropIndex('outbox_by_priority').execute();
}
