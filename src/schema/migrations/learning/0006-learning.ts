import type { Kysely } from 'kysely';

/**
 * Attempts, the status of tasks, locations and worlds, the results for each item, submissions with their files, and the settings
 * of a child. `../../tables.ts` explains the columns.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('child_settings')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('on_boards', 'integer', (column) => column.notNull())
    .addColumn('on_planets', 'integer', (column) => column.notNull())
    .addColumn('auto_approval', 'integer', (column) => column.notNull())
    .execute();

  await schema
    .createTable('attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('practice', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('completed_at', 'text')
    .addColumn('content_version', 'text', (column) => column.notNull())
    .addColumn('answers', 'text', (column) => column.notNull())
    .addColumn('hints', 'text', (column) => column.notNull())
    .addColumn('score', 'double precision', (column) => column.notNull())
    .addColumn('points', 'double precision', (column) => column.notNull())
    .addColumn('max_points', 'integer', (column) => column.notNull())
    .addColumn('stars', 'integer', (column) => column.notNull())
    .addColumn('time_spent_seconds', 'integer', (column) => column.notNull())
    .addColumn('xp_awarded', 'integer', (column) => column.notNull())
    .addUniqueConstraint('attempts_in_order', ['profile_id', 'task_id', 'number'])
    .execute();
  await schema.createIndex('attempts_newest').on('attempts').columns(['profile_id', 'id']).execute();

  await schema
    .createTable('task_states')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts_count', 'integer', (column) => column.notNull())
    .addColumn('open_attempt_id', 'text')
    .addColumn('stars_best', 'integer', (column) => column.notNull())
    .addColumn('xp_earned', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('completed_at', 'text')
    .addPrimaryKeyConstraint('task_states_pk', ['profile_id', 'task_id'])
    .execute();

  await schema
    .createTable('place_states')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('place_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('xp_earned', 'integer', (column) => column.notNull())
    .addColumn('completed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('place_states_pk', ['profile_id', 'kind', 'place_id'])
    .execute();

  await schema
    .createTable('item_records')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('misses', 'integer', (column) => column.notNull())
    .addColumn('last_response', 'text', (column) => column.notNull())
    .addColumn('last_score', 'double precision', (column) => column.notNull())
    .addColumn('last_missed_response', 'text')
    .addColumn('last_missed_at', 'text')
    .addColumn('last_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('item_records_pk', ['profile_id', 'task_id', 'item_id'])
    .execute();
  await schema.createIndex('item_records_missed').on('item_records').columns(['profile_id', 'misses']).execute();

  await schema
    .createTable('submissions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('attempt_id', 'text', (column) => column.notNull().references('attempts.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('caption', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('submitted_at', 'text', (column) => column.notNull())
    .addColumn('reviewed_at', 'text')
    .addColumn('reviewer_id', 'text', (column) => column.references('profiles.id').onDelete('set null'))
    .addColumn('feedback_text', 'text')
    .addColumn('feedback_sticker', 'text')
    .addColumn('feedback_stars', 'integer')
    .addColumn('auto_approved', 'integer', (column) => column.notNull())
    .addColumn('xp_awarded', 'integer', (column) => column.notNull())
    .addUniqueConstraint('submissions_in_order', ['profile_id', 'task_id', 'revision'])
    .execute();
  await schema.createIndex('submissions_newest').on('submissions').columns(['profile_id', 'id']).execute();
  await schema.createIndex('submissions_waiting').on('submissions').columns(['status', 'submitted_at']).execute();
  await schema.createIndex('submissions_by_attempt').on('submissions').column('attempt_id').execute();
  await schema.createIndex('submissions_by_reviewer').on('submissions').column('reviewer_id').execute();

  await schema
    .createTable('submission_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('mime', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('submission_files_by_work')
    .on('submission_files')
    .columns(['submission_id', 'position'])
    .execute();
}
