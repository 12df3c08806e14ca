import { type Kysely, sql } from 'kysely';

/** Older code leaves the new columns null and does not use the tables: nobody earns stars with it. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** A family can write a list of rewards for a child, who pays with the stars of assigned to-dos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('todo_lists').addColumn('rewards_on_at', 'text').execute();
  await db.schema.alterTable('todos').addColumn('stars', 'integer').execute();
  await db.schema
    .createTable('rewards')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('stars', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('rewards_key', ['profile_id', 'id'])
    .execute();
  await db.schema
    .createTable('reward_requests')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('reward_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('stars', 'integer', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('decision', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('note', 'text')
    .addPrimaryKeyConstraint('reward_requests_key', ['profile_id', 'id'])
    .execute();
  await sql`create index reward_requests_undecided on reward_requests (profile_id, asked_at, id)
    where decided_at is null`.execute(db);
  await db.schema
    .createTable('earned_stars')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('todo_id', 'text', (column) => column.notNull())
    .addColumn('stars', 'integer', (column) => column.notNull())
    .addColumn('earned_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('earned_stars_key', ['profile_id', 'todo_id'])
    .execute();
}
