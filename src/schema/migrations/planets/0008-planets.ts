import { type Kysely, sql } from 'kysely';

/** Memberships of planets, rows that transactions lock, and the planets of families. `../../tables.ts` explains the columns. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('planet_members')
    .addColumn('planet_id', 'text', (column) => column.notNull())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('joined_at', 'text', (column) => column.notNull())
    .addColumn('joined_on', 'text', (column) => column.notNull())
    .addColumn('left_at', 'text')
    // The child comes first. With the planet first, SQLite would use this key instead of the index below, which contains
    // only current members, and would read all former members.
    .addPrimaryKeyConstraint('planet_members_pk', ['profile_id', 'planet_id'])
    .execute();
  await schema
    .createIndex('planet_members_now')
    .on('planet_members')
    .columns(['planet_id', 'joined_at', 'profile_id'])
    .where(sql.ref('left_at'), 'is', null)
    .execute();

  await schema
    .createTable('planet_locks')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .execute();

  await schema
    .createTable('family_planets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('founder_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('capacity', 'integer', (column) => column.notNull())
    .addColumn('goal_metric', 'text')
    .addColumn('goal_target', 'integer')
    .addColumn('goal_every', 'text')
    .addColumn('invite_hash', 'text', (column) => column.unique())
    .addColumn('invite_expires_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute();
  await schema.createIndex('family_planets_by_founder').on('family_planets').columns(['founder_id', 'id']).execute();
}
