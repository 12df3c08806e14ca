import type { Kysely } from 'kysely';

/**
 * Fresh codes, the names of programs that sign in, invitations, planned deletions, email settings, and which parents have
 * confirmed that they read the privacy information. `../../tables.ts` explains the columns.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('panel_sessions').addColumn('confirmed_at', 'text').execute();
  await schema.alterTable('panel_sessions').addColumn('program', 'text').execute();
  await schema.alterTable('sessions').addColumn('program', 'text').execute();

  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('child_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('inviter_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('sealed_email', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('accepted_by', 'text', (column) => column.references('profiles.id').onDelete('cascade'))
    .addUniqueConstraint('invitations_one_per_address', ['child_id', 'email_key'])
    .execute();
  await schema.createIndex('invitations_by_inviter').on('invitations').column('inviter_id').execute();
  await schema.createIndex('invitations_by_accepter').on('invitations').column('accepted_by').execute();
  await schema.createIndex('invitations_by_expiry').on('invitations').column('expires_at').execute();

  await schema
    .createTable('deletions')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('planned_by', 'text', (column) => column.references('profiles.id').onDelete('set null'))
    .addColumn('with_account', 'text', (column) => column.references('profiles.id').onDelete('set null'))
    .addColumn('planned_at', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('deletions_by_due').on('deletions').columns(['due_at', 'profile_id']).execute();
  await schema.createIndex('deletions_by_planner').on('deletions').column('planned_by').execute();
  await schema.createIndex('deletions_by_account').on('deletions').column('with_account').execute();

  await schema
    .createTable('letter_settings')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('weekly', 'integer', (column) => column.notNull())
    .addColumn('last_week', 'text')
    .execute();

  await schema
    .createTable('privacy_readings')
    .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('read_at', 'text', (column) => column.notNull())
    .execute();
}
