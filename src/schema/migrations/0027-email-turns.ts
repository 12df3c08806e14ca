import type { Kysely } from 'kysely';

/** Code before this migration queues emails without these two values, and ignores the values of emails that have them. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * Stores the domain of an email and the client that requested its code, as keyed hashes. Emails take turns by both, so that a slow
 * mail server or a client with many requests does not delay the codes of others.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('outbox').addColumn('domain', 'text').execute();
  await schema.alterTable('outbox').addColumn('requester', 'text').execute();
}
