import type { Kysely } from 'kysely';

/**
 * The XP ledger, pauses of streaks, and further columns of the totals, for badges and streaks. `../../tables.ts` explains the columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('xp_ledger')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('zone', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addUniqueConstraint('xp_ledger_once', ['profile_id', 'source', 'reason'])
    .execute();
  await schema.createIndex('xp_ledger_newest').on('xp_ledger').columns(['profile_id', 'id']).execute();
  await schema.createIndex('xp_ledger_by_day').on('xp_ledger').columns(['profile_id', 'reason', 'day']).execute();

  await schema
    .createTable('streak_pauses')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('from_date', 'text', (column) => column.notNull())
    .addColumn('until_date', 'text')
    .addPrimaryKeyConstraint('streak_pauses_pk', ['profile_id', 'from_date'])
    .execute();

  // One statement per column: SQLite cannot add two columns in one statement.
  for (const name of COUNT_COLUMNS) {
    await schema
      .alterTable('totals')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  for (const name of TEXT_COLUMNS) await schema.alterTable('totals').addColumn(name, 'text').execute();
}

const COUNT_COLUMNS = [
  'perfect_quizzes',
  'creative_approved',
  'todos_done',
  'planets_joined',
  'days_active',
  'comeback_days',
  'freezes_held',
];
const TEXT_COLUMNS = ['streak_last_at', 'streak_taken_until', 'freeze_week'];
