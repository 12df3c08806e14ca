import type { Kysely } from 'kysely';

/** To-dos, and a row per list that every write locks. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('todo_lists')
    .addColumn('profile_id', 'text', (c) => c.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('last_position', 'integer', (c) => c.notNull())
    .execute();

  await schema
    .createTable('todos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('due_date', 'text')
    .addColumn('anchor_day', 'integer')
    .addColumn('priority', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('assigned_by', 'text', (c) => c.references('profiles.id').onDelete('set null'))
    .addColumn('requires_approval', 'integer', (c) => c.notNull())
    .addColumn('xp_reward', 'integer', (c) => c.notNull())
    .addColumn('recurrence', 'text')
    .addColumn('checklist', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('previous_id', 'text', (c) => c.unique())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('xp_paid', 'integer', (c) => c.notNull())
    .addColumn('completed_at', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('decision_note', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('todos_by_place').on('todos').columns(['profile_id', 'position', 'id']).execute();
  await schema.createIndex('todos_by_status').on('todos').columns(['profile_id', 'status', 'position', 'id']).execute();
  await schema.createIndex('todos_by_assigner').on('todos').column('assigned_by').execute();
}
