import type { Kysely } from 'kysely';

/** Code before this migration schedules no reviews, so it changes no memory. */
export const oldestCompatible = '0017b-readiness-filling';

/** What a child remembers of each skill and of each item that it has missed, and how slowly it forgets. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('memories')
    .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('stability', 'double precision', (c) => c.notNull())
    .addColumn('difficulty', 'double precision', (c) => c.notNull())
    .addColumn('reviewed_on', 'text', (c) => c.notNull())
    .addColumn('due_on', 'text', (c) => c.notNull())
    .addColumn('ability', 'double precision', (c) => c.notNull())
    .addColumn('asked', 'integer', (c) => c.notNull())
    .addColumn('proven_days', 'integer', (c) => c.notNull())
    .addColumn('in_row', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('memories_pk', ['profile_id', 'subject'])
    .execute();
  await schema
    .alterTable('totals')
    .addColumn('pace', 'double precision', (c) => c.notNull().defaultTo(0.7))
    .execute();
}
