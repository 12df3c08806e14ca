import type { Kysely } from 'kysely';

/** Attempts, the status of tasks, locations and worlds, submissions, and the settings of a child. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('child_settings')
    .addColumn('profile_id', 'text', (c) => c.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('on_boards', 'integer', (c) => c.notNull())
    .addColumn('on_planets', 'integer', (c) => c.notNull())
    .addColumn('auto_approval', 'integer', (c) => c.notNull())
    .execute();

  await schema
    .createTable('attempts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('task_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('practice', 'integer', (c) => c.notNull())
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('completed_at', 'text')
    .addColumn('content_version', 'text', (c) => c.notNull())
    .addColumn('answers', 'text', (c) => c.notNull())
    .addColumn('hints', 'text', (c) => c.notNull())
    .addColumn('score', 'double precision', (c) => c.notNull())
    .addColumn('points', 'double precision', (c) => c.notNull())
    .addColumn('max_points', 'integer', (c) => c.notNull())
    .addColumn('stars', 'integer', (c) => c.notNull())
    .addColumn('time_spent_seconds', 'integer', (c) => c.notNull())
    .addColumn('xp_awarded', 'integer', (c) => c.notNull())
    .addUniqueConstraint('attempts_in_order', ['profile_id', 'task_id', 'number'])
    .execute();
  await schema.createIndex('attempts_newest').on('attempts').columns(['profile_id', 'id']).execute();

  await schema
    .createTable('task_states')
    .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('task_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempts_count', 'integer', (c) => c.notNull())
    .addColumn('open_attempt_id', 'text')
    .addColumn('stars_best', 'integer', (c) => c.notNull())
    .addColumn('xp_earned', 'integer', (c) => c.notNull())
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('completed_at', 'text')
    .addPrimaryKeyConstraint('task_states_pk', ['profile_id', 'task_id'])
    .execute();

  await schema
    .createTable('place_states')
    .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('place_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('xp_earned', 'integer', (c) => c.notNull())
    .addColumn('completed_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('place_states_pk', ['profile_id', 'kind', 'place_id'])
    .execute();

  await schema
    .createTable('item_records')
    .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('task_id', 'text', (c) => c.notNull())
    .addColumn('item_id', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('misses', 'integer', (c) => c.notNull())
    .addColumn('last_response', 'text', (c) => c.notNull())
    .addColumn('last_score', 'double precision', (c) => c.notNull())
    .addColumn('last_missed_response', 'text')
    .addColumn('last_missed_at', 'text')
    .addColumn('last_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('item_records_pk', ['profile_id', 'task_id', 'item_id'])
    .execute();
  await schema.createIndex('item_records_missed').on('item_records').columns(['profile_id', 'misses']).execute();

  await schema
    .createTable('submissions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('task_id', 'text', (c) => c.notNull())
    .addColumn('attempt_id', 'text', (c) => c.notNull().references('attempts.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('caption', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('submitted_at', 'text', (c) => c.notNull())
    .addColumn('reviewed_at', 'text')
    .addColumn('reviewer_id', 'text', (c) => c.references('profiles.id').onDelete('set null'))
    .addColumn('feedback_text', 'text')
    .addColumn('feedback_sticker', 'text')
    .addColumn('feedback_stars', 'integer')
    .addColumn('auto_approved', 'integer', (c) => c.notNull())
    .addColumn('xp_awarded', 'integer', (c) => c.notNull())
    .addUniqueConstraint('submissions_in_order', ['profile_id', 'task_id', 'revision'])
    .execute();
  await schema.createIndex('submissions_newest').on('submissions').columns(['profile_id', 'id']).execute();
  await schema.createIndex('submissions_waiting').on('submissions').columns(['status', 'submitted_at']).execute();
  await schema.createIndex('submissions_by_attempt').on('submissions').column('attempt_id').execute();
  await schema.createIndex('submissions_by_reviewer').on('submissions').column('reviewer_id').execute();

  await schema
    .createTable('submission_files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('submission_id', 'text', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('mime', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('submission_files_by_work')
    .on('submission_files')
    .columns(['submission_id', 'position'])
    .execute();
}
