import type { Kysely } from 'kysely';

/** Code before this migration ignores both new columns, so they are null in its rows. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * Stores the domain of an email and the client that requested its code, as keyed hashes. The emails of a domain or of
 * a client share a few slots, so that a slow mail server or a client with many requests does not delay the codes of others.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('outbox').addColumn('domain', 'text').execute();
  await schema.alterTable('outbox').addColumn('requester', 'text').execute();
}
