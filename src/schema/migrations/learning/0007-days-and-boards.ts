import { type Kysely, sql } from 'kysely';
import { addDays, getStartOfWeek } from '../../../core/time/days.ts';

/** Daily totals, the totals of a week and a month, and who is shown on leaderboards. `../../tables.ts` explains the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('progress_days')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('xp', 'integer', (column) => column.notNull())
    .addColumn('tasks', 'integer', (column) => column.notNull())
    .addColumn('seconds', 'integer', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('progress_days_pk', ['profile_id', 'day'])
    .execute();
  await schema.alterTable('totals').addColumn('week', 'text').execute();
  await schema.alterTable('totals').addColumn('month', 'text').execute();
  for (const name of ['week_xp', 'month_xp', 'listed']) {
    await schema
      .alterTable('totals')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  // Partial indexes, which contain only listed children.
  await createBoardIndex(db, 'totals_week_board', ['week', 'week_xp', 'profile_id']);
  await createBoardIndex(db, 'totals_month_board', ['month', 'month_xp', 'profile_id']);
  await createBoardIndex(db, 'totals_board', ['xp_total', 'profile_id']);
  await fillDays(db);
  await fillPeriods(db);
}

async function createBoardIndex({ schema }: Kysely<unknown>, name: string, columns: string[]): Promise<void> {
  await schema.createIndex(name).on('totals').columns(columns).where('listed', '=', 1).execute();
}

/** Fills the daily XP from the ledger, which contains neither tasks nor time. */
async function fillDays(db: Kysely<unknown>): Promise<void> {
  await sql`insert into progress_days (profile_id, day, xp, tasks, seconds, active)
    select profile_id, day, sum(amount), 0, 0, max(case when reason = 'daily_first' then 1 else 0 end)
    from xp_ledger group by profile_id, day`.execute(db);
}

/** Fills the totals of weeks and months in chronological order, so that the last week and the last month with XP remain. */
async function fillPeriods(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    day: string;
  }>`select distinct substr(at, 1, 10) as day from xp_ledger order by 1`.execute(db);
  const days = rows.map(({ day }) => day);
  for (const week of new Set(days.map(getStartOfWeek))) await fillPeriod(db, 'week', week, addDays(week, 7));
  for (const month of new Set(days.map((day) => day.slice(0, 7)))) await fillPeriod(db, 'month', month, `${month}.`); // "." sorts after "-", and so after all days of the month
}

async function fillPeriod(db: Kysely<unknown>, period: 'week' | 'month', from: string, until: string): Promise<void> {
  const fromLedger = sql`from xp_ledger l where l.profile_id = totals.profile_id and l.at >= ${from} and l.at < ${until}`;
  await sql`update totals set ${sql.ref(period)} = ${from}, ${sql.ref(`${period}_xp`)} = (select sum(l.amount) ${fromLedger})
    where exists (select 1 ${fromLedger})`.execute(db);
}
