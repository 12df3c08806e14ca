import type { Kysely } from 'kysely';

/** The series of recurring to-dos. Each stores the local day on which one of its occurrences was last done. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('todos').addColumn('series_id', 'text').execute();

  await schema
    .createTable('todo_series')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('last_day', 'text', (c) => c.notNull())
    .addColumn('last_todo_id', 'text')
    .addColumn('taken_until', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('todo_series_by_profile').on('todo_series').column('profile_id').execute();
}
