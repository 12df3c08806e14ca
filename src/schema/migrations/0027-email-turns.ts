import type { Kysely } from 'kysely';

/** Code before this migration queues emails without both values and sends those that have them like all others. */
export const oldestCompatible = '0017b-readiness-filling';

/** The mail domain of an email and who requested its code, as keyed hashes: neither may delay the codes of others. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('outbox').addColumn('domain', 'text').execute();
  await schema.alterTable('outbox').addColumn('requester', 'text').execute();
}
