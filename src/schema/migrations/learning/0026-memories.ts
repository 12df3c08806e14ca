import type { Kysely } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: it schedules no reviews, so it uses neither the new table nor
 * the new column.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * Adds what a child remembers of each skill and of each item that it has missed, and how slowly it forgets (`pace`).
 * `../../tables.ts` explains the columns.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('memories')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('stability', 'double precision', (column) => column.notNull())
    .addColumn('difficulty', 'double precision', (column) => column.notNull())
    .addColumn('reviewed_on', 'text', (column) => column.notNull())
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('ability', 'double precision', (column) => column.notNull())
    .addColumn('asked', 'integer', (column) => column.notNull())
    .addColumn('proven_days', 'integer', (column) => column.notNull())
    .addColumn('in_row', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('memories_pk', ['profile_id', 'subject'])
    .execute();
  await schema
    .alterTable('totals')
    .addColumn('pace', 'double precision', (column) => column.notNull().defaultTo(0.7))
    .execute();
}
