import type { Kysely } from 'kysely';

/** Older code that has this migration can run with the new schema: it leaves both new columns null. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * Stores the domain of an email and the client that requested its code, as keyed hashes. The emails of a domain or of
 * a client share a few sending slots, so that a slow mail server or a client with many requests does not delay the codes of others.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('outbox').addColumn('domain', 'text').execute();
  await schema.alterTable('outbox').addColumn('requester', 'text').execute();
}
