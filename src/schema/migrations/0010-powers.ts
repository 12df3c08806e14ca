import type { Kysely } from 'kysely';

/** Fresh codes, the names of programs that sign in, invitations, planned deletions, email settings, and the privacy step. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('panel_sessions').addColumn('confirmed_at', 'text').execute();
  await schema.alterTable('panel_sessions').addColumn('program', 'text').execute();
  await schema.alterTable('sessions').addColumn('program', 'text').execute();

  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('child_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('inviter_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('sealed_email', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('accepted_by', 'text', (c) => c.references('profiles.id').onDelete('cascade'))
    .addUniqueConstraint('invitations_one_per_address', ['child_id', 'email_key'])
    .execute();
  await schema.createIndex('invitations_by_inviter').on('invitations').column('inviter_id').execute();
  await schema.createIndex('invitations_by_accepter').on('invitations').column('accepted_by').execute();
  await schema.createIndex('invitations_by_expiry').on('invitations').column('expires_at').execute();

  await schema
    .createTable('deletions')
    .addColumn('profile_id', 'text', (c) => c.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('planned_by', 'text', (c) => c.references('profiles.id').onDelete('set null'))
    .addColumn('with_account', 'text', (c) => c.references('profiles.id').onDelete('set null'))
    .addColumn('planned_at', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('deletions_by_due').on('deletions').columns(['due_at', 'profile_id']).execute();
  await schema.createIndex('deletions_by_planner').on('deletions').column('planned_by').execute();
  await schema.createIndex('deletions_by_account').on('deletions').column('with_account').execute();

  await schema
    .createTable('letter_settings')
    .addColumn('profile_id', 'text', (c) => c.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('weekly', 'integer', (c) => c.notNull())
    .addColumn('last_week', 'text')
    .execute();

  await schema
    .createTable('privacy_readings')
    .addColumn('profile_id', 'text', (c) => c.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('read_at', 'text', (c) => c.notNull())
    .execute();
}
