import type { Day } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { prepareQuery, type Tx } from '../../../platform/database/index.ts';
import type { ProgressDayRow } from '../../../schema/tables.ts';

/** A child's counters for one day. */
export interface DailyStats {
  readonly day: Day;
  readonly xp: number;
  /** The number of completed tasks. */
  readonly tasks: number;
  /** The time spent on tasks. */
  readonly seconds: number;
  /** Whether the day counted for the streak. */
  readonly active: boolean;
}

/** The days from `from` to `until`, both included, that have counters, the earliest first. */
export async function listDailyStats({ db }: Context, profileId: string, from: Day, until: Day): Promise<DailyStats[]> {
  const rows = await db
    .selectFrom('progress_days')
    .select(['day', 'xp', 'tasks', 'seconds', 'active'])
    .where('profile_id', '=', profileId)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .orderBy('day')
    .execute();
  return rows.map(toDailyStats);
}

/** Converts a row. A negative value, which results when something of an earlier day is undone on this day, becomes zero. */
export function toDailyStats({
  day,
  xp,
  tasks,
  seconds,
  active,
}: Pick<ProgressDayRow, 'day' | 'xp' | 'tasks' | 'seconds' | 'active'>): DailyStats {
  return {
    day,
    xp: Math.max(0, xp),
    tasks: Math.max(0, tasks),
    seconds: Math.max(0, seconds),
    active: active === 1,
  };
}

/** The first day that counted for the streak; undefined if there is none yet. */
export async function findFirstActiveDay(ctx: Context, profileId: string): Promise<Day | undefined> {
  const row = await selectActiveDays(ctx, profileId).orderBy('day').limit(1).executeTakeFirst();
  return row?.day;
}

/** The first of the `length` counted days of a streak that ends on `lastDay`. */
export async function findStreakStart(
  ctx: Context,
  profileId: string,
  { lastDay, length }: { readonly lastDay: Day; readonly length: number },
): Promise<Day | undefined> {
  const days = selectActiveDays(ctx, profileId).where('day', '<=', lastDay).orderBy('day', 'desc');
  const start = days.limit(1).offset(length - 1);
  return (await start.executeTakeFirst())?.day;
}

function selectActiveDays({ db }: Context, profileId: string) {
  return db.selectFrom('progress_days').select('day').where('profile_id', '=', profileId).where('active', '=', 1);
}

const addToDailyStatsQuery = prepareQuery((tx: Tx, row: ProgressDayRow) =>
  tx
    .insertInto('progress_days')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'day']).doUpdateSet(({ eb, ref }) => ({
        xp: eb(ref('progress_days.xp'), '+', ref('excluded.xp')),
        tasks: eb(ref('progress_days.tasks'), '+', ref('excluded.tasks')),
        seconds: eb(ref('progress_days.seconds'), '+', ref('excluded.seconds')),
        active: eb(ref('progress_days.active'), '|', ref('excluded.active')), // once active, a day stays active
      })),
    ),
);

/** Adds the counts of an activity to its day. A day without any counts has no row. */
export async function addToDailyStats(
  { db }: Context<Tx>,
  profileId: string,
  day: Day,
  { xp, tasks, seconds, active }: Omit<DailyStats, 'day'>,
): Promise<void> {
  if (xp === 0 && tasks === 0 && seconds === 0 && !active) return;
  await addToDailyStatsQuery(db, { profile_id: profileId, day, xp, tasks, seconds, active: Number(active) });
}
