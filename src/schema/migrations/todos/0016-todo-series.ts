import type { Kysely } from 'kysely';

/**
 * The series of recurring to-dos. Each stores the local day on which one of its occurrences was last done.
 * `../../tables.ts` explains the columns.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('todos').addColumn('series_id', 'text').execute();

  await schema
    .createTable('todo_series')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('last_day', 'text', (column) => column.notNull())
    .addColumn('last_todo_id', 'text')
    .addColumn('taken_until', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('todo_series_by_profile').on('todo_series').column('profile_id').execute();
}
