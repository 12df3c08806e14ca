import { type Kysely, sql } from 'kysely';

/** Profiles, guardians, sign-in, emails, totals and badges. `../../tables.ts` explains the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('profiles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('display_name', 'text', (column) => column.notNull())
    .addColumn('pseudonym', 'text')
    .addColumn('birth_year', 'integer')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('skin', 'text', (column) => column.notNull())
    .addColumn('hair', 'text', (column) => column.notNull())
    .addColumn('hat', 'text')
    .addColumn('shirt', 'text', (column) => column.notNull())
    .addColumn('accessory', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('guardians')
    .addColumn('child_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('parent_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('linked_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('guardians_pk', ['child_id', 'parent_id'])
    .addUniqueConstraint('guardians_one_per_rank', ['child_id', 'rank'])
    .execute();
  await schema.createIndex('guardians_by_parent').on('guardians').columns(['parent_id', 'linked_at']).execute();

  await schema
    .createTable('consents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('child_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('parent_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('text_version', 'text', (column) => column.notNull())
    .addColumn('given_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('consents_by_parent').on('consents').columns(['parent_id', 'child_id']).execute();

  await schema
    .createTable('pins')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('set_at', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('pin_locks')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('locked_until', 'text')
    .addPrimaryKeyConstraint('pin_locks_pk', ['profile_id', 'place'])
    .execute();

  await schema
    .createTable('codes')
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('asker', 'text', (column) => column.notNull())
    .addColumn('asker_tries', 'integer', (column) => column.notNull())
    .addColumn('other_tries', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('spent_at', 'text')
    .addPrimaryKeyConstraint('codes_pk', ['purpose', 'subject'])
    .addUniqueConstraint('codes_one_per_digest', ['purpose', 'digest'])
    .execute();
  await schema.createIndex('codes_by_expiry').on('codes').column('expires_at').execute();

  await schema
    .createTable('counters')
    .addColumn('bucket', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('counters_by_end').on('counters').column('window_ends_at').execute();

  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('device_key', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .execute();
  await schema.createIndex('sessions_by_profile').on('sessions').columns(['profile_id', 'created_at', 'id']).execute();
  await schema
    .createIndex('sessions_one_per_device')
    .on('sessions')
    .columns(['profile_id', 'device_key'])
    .unique()
    .where(sql.ref('revoked_at'), 'is', null)
    .execute();
  await schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();

  await schema
    .createTable('panel_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_seen_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute();
  await schema
    .createIndex('panel_sessions_by_profile')
    .on('panel_sessions')
    .columns(['profile_id', 'created_at', 'id'])
    .execute();
  await schema.createIndex('panel_sessions_by_last_seen').on('panel_sessions').column('last_seen_at').execute();

  await schema
    .createTable('saved_profiles')
    .addColumn('device_key', 'text', (column) => column.notNull())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('saved_profiles_pk', ['device_key', 'profile_id'])
    .execute();
  await schema.createIndex('saved_profiles_by_profile').on('saved_profiles').column('profile_id').execute();

  await schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('next_try_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('outbox_by_next_try').on('outbox').columns(['next_try_at', 'id']).execute();

  await schema
    .createTable('totals')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('xp_total', 'integer', (column) => column.notNull())
    .addColumn('tasks_completed', 'integer', (column) => column.notNull())
    .addColumn('tasks_in_progress', 'integer', (column) => column.notNull())
    .addColumn('worlds_completed', 'integer', (column) => column.notNull())
    .addColumn('locations_completed', 'integer', (column) => column.notNull())
    .addColumn('badges_count', 'integer', (column) => column.notNull())
    .addColumn('streak_days', 'integer', (column) => column.notNull())
    .addColumn('streak_last_date', 'text')
    .addColumn('longest_streak_days', 'integer', (column) => column.notNull())
    .addColumn('total_time_seconds', 'integer', (column) => column.notNull())
    .execute();

  await schema
    .createTable('earned_badges')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('badge_id', 'text', (column) => column.notNull())
    .addColumn('earned_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('earned_badges_pk', ['profile_id', 'badge_id'])
    .execute();
  await schema
    .createIndex('earned_badges_by_time')
    .on('earned_badges')
    .columns(['profile_id', 'earned_at', 'badge_id'])
    .execute();
}
