import type { Kysely } from 'kysely';

/** To-dos, and a row for each list of to-dos, which every write to the list locks. `../../tables.ts` explains the columns. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('todo_lists')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('last_position', 'integer', (column) => column.notNull())
    .execute();

  await schema
    .createTable('todos')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('due_date', 'text')
    .addColumn('anchor_day', 'integer')
    .addColumn('priority', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('assigned_by', 'text', (column) => column.references('profiles.id').onDelete('set null'))
    .addColumn('requires_approval', 'integer', (column) => column.notNull())
    .addColumn('xp_reward', 'integer', (column) => column.notNull())
    .addColumn('recurrence', 'text')
    .addColumn('checklist', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('previous_id', 'text', (column) => column.unique())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('xp_paid', 'integer', (column) => column.notNull())
    .addColumn('completed_at', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('decision_note', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('todos_by_place').on('todos').columns(['profile_id', 'position', 'id']).execute();
  await schema.createIndex('todos_by_status').on('todos').columns(['profile_id', 'status', 'position', 'id']).execute();
  await schema.createIndex('todos_by_assigner').on('todos').column('assigned_by').execute();
}
