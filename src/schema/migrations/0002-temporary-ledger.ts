import type { Kysely } from 'kysely';

/** TEMPORARY: stands in for the ledger of the progress feature. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('temporary_ledger')
    .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('day', 'text')
    .addPrimaryKeyConstraint('temporary_ledger_pk', ['profile_id', 'source', 'reason'])
    .execute();
}
