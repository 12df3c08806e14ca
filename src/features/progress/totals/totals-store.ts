import type { Client } from '../../../core/requests/caller.ts';
import type { CursorKey } from '../../../core/requests/paging.ts';
import { type Day, parseTimeZone } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { type Handle, lockRows, prepareQuery, type Tx } from '../../../platform/database/index.ts';
import type { EarnedBadgeRow, ProgressDayRow, TotalsRow } from '../../../schema/tables.ts';
import type { Pause } from '../streaks/streak.ts';

export type Totals = Omit<TotalsRow, 'profile_id'>;
export type EarnedBadge = Omit<EarnedBadgeRow, 'profile_id'>;

export const ZERO_TOTALS: Totals = {
  xp_total: 0,
  tasks_completed: 0,
  tasks_in_progress: 0,
  worlds_completed: 0,
  locations_completed: 0,
  badges_count: 0,
  streak_days: 0,
  streak_last_date: null,
  longest_streak_days: 0,
  total_time_seconds: 0,
  perfect_quizzes: 0,
  creative_approved: 0,
  todos_done: 0,
  planets_joined: 0,
  days_active: 0,
  comeback_days: 0,
  streak_last_at: null,
  streak_reserved_until: null,
  freezes_held: 0,
  freeze_week: null,
  week: null,
  week_xp: 0,
  month: null,
  month_xp: 0,
  listed: 0,
  zone: null,
  pace: 0.7, // the pace of a child without reviews (decision 0053)
};

export const TOTALS_COLUMNS = Object.keys(ZERO_TOTALS) as (keyof Totals)[]; // a safe cast: ZERO_TOTALS has exactly the keys of Totals
/** The columns with the name of the table, for queries with joins. */
export const QUALIFIED_TOTALS_COLUMNS = TOTALS_COLUMNS.map((column) => `totals.${column}` as const);

const getTotalsQuery = prepareQuery(({ db }, { id }: { id: string }) =>
  db.selectFrom('totals').select(TOTALS_COLUMNS).where('profile_id', '=', id),
);

/** The totals of a profile; zeros for a parent and for a child without any activity. */
export async function getTotals(ctx: Context, profileId: string): Promise<Totals> {
  const [totals] = await getTotalsQuery(ctx, { id: profileId });
  return totals ?? ZERO_TOTALS;
}

/**
 * The time zone of a child's days: the time zone of the last qualifying action, and before the first one that of the browser in which
 * the child was made, or UTC (gap 111).
 */
export async function getChildTimeZone(ctx: Context, profileId: string): Promise<string> {
  return (await getTotals(ctx, profileId)).zone ?? 'UTC';
}

/**
 * The time zone of a write: that of X-Timezone, by default UTC. If it is unknown, that of the child's last activity counts, because
 * what a child has done must not be lost for a header (gap 21).
 */
export async function getTimeZoneOfWrite(ctx: Context, profileId: string, client: Client): Promise<string> {
  return parseTimeZone(client.timeZoneHeader) ?? getChildTimeZone(ctx, profileId);
}

/** The time zone of the profile that was active last or, if none has been active, of one that has a time zone, or UTC. */
export async function getLatestTimeZone({ db }: Context, profileIds: readonly string[]): Promise<string> {
  if (profileIds.length === 0) return 'UTC';
  const row = await db
    .selectFrom('totals')
    .select('zone')
    .where('profile_id', 'in', profileIds)
    .where('zone', 'is not', null)
    .orderBy(({ fn, val }) => fn.coalesce('streak_last_at', val('')), 'desc')
    .orderBy('profile_id')
    .limit(1)
    .executeTakeFirst();
  return row?.zone ?? 'UTC';
}

/**
 * Reads the totals by primary key, with one row for each pause that can affect the streak, or one row with nulls if there is
 * no such pause.
 */
const getTotalsAndPausesQuery = prepareQuery(({ db }, { id }: { id: string }) =>
  db
    .selectFrom('totals')
    .leftJoin('streak_pauses as pause', (join) =>
      join
        .onRef('pause.profile_id', '=', 'totals.profile_id')
        .on((on) =>
          on.or([on('pause.until_date', 'is', null), on('pause.until_date', '>', on.ref('totals.streak_last_date'))]),
        ),
    )
    .select(QUALIFIED_TOTALS_COLUMNS)
    .select(['pause.from_date', 'pause.until_date'])
    .where('totals.profile_id', '=', id),
);

/** The totals of a profile, like `getTotals`, and the pauses that can affect its streak. */
export async function getTotalsAndPauses(
  ctx: Context,
  profileId: string,
): Promise<{ totals: Totals; pauses: Pause[] }> {
  const rows = await getTotalsAndPausesQuery(ctx, { id: profileId });
  const pauses = rows.flatMap(({ from_date, until_date }) =>
    from_date === null ? [] : { from: from_date, until: until_date },
  );
  return { totals: rows[0] ?? ZERO_TOTALS, pauses };
}

/** A child's pauses that end after `day` or have no end, the earliest first. */
export async function listPausesEndingAfter({ db }: Context, profileId: string, day: string): Promise<Pause[]> {
  return db
    .selectFrom('streak_pauses')
    .select(['from_date as from', 'until_date as until'])
    .where('profile_id', '=', profileId)
    .where((where) => where.or([where('until_date', 'is', null), where('until_date', '>', day)]))
    .orderBy('from_date')
    .execute();
}

/** A profile's totals, and the ids of the badges that it has earned. No other transaction can change them until this one ends. */
export interface LockedTotals {
  /** The totals in the database. */
  readonly savedTotals: Totals;
  /** The totals with all changes, including those that have not been saved yet. */
  readonly totals: Totals;
  readonly badgeIds: readonly string[];
}

const lockTotalsQuery = prepareQuery((ctx: Handle<Tx>, { id }: { id: string }) =>
  lockRows(
    ctx,
    ctx.db
      .selectFrom('totals')
      .select(QUALIFIED_TOTALS_COLUMNS)
      .select((row) =>
        row
          .selectFrom('earned_badges')
          .select(({ fn, val }) => fn<string | null>('string_agg', ['badge_id', val(',')]).as('ids')) // ids have no commas
          .where('earned_badges.profile_id', '=', id)
          .as('badge_ids'),
      )
      .where('totals.profile_id', '=', id),
  ),
);

/**
 * Locks a profile's totals until the transaction ends and returns them. Creates the row with `ZERO_TOTALS` if it is missing.
 * Concurrent changes wait, so that values derived from the totals are still correct when they are written.
 */
export async function lockTotals(ctx: Handle<Tx>, profileId: string): Promise<LockedTotals> {
  return (await lockTotalsAndRead(ctx, profileId, async () => {})).lockedTotals;
}

/**
 * Locks a profile's totals like `lockTotals`, and runs prepared queries of `read` under the lock. On PostgreSQL they need no round trip
 * of their own. A query that locks cannot also read: it would not see what was committed while it waited.
 */
export async function lockTotalsAndRead<T>(
  ctx: Handle<Tx>,
  profileId: string,
  read: () => Promise<T>,
): Promise<{ readonly lockedTotals: LockedTotals; readonly result: T }> {
  const lockAndRead = () => Promise.all([lockTotalsQuery(ctx, { id: profileId }), read()]);
  let [[row], result] = await lockAndRead();
  if (!row) {
    await ctx.db
      .insertInto('totals')
      .values({ profile_id: profileId, ...ZERO_TOTALS })
      .onConflict((conflict) => conflict.column('profile_id').doNothing())
      .execute();
    [[row], result] = await lockAndRead(); // the first time, nothing was locked
  }
  if (!row) throw new Error('The totals were inserted, but not found.');
  const { badge_ids, ...totals } = row;
  return { lockedTotals: { savedTotals: totals, totals, badgeIds: badge_ids?.split(',') ?? [] }, result };
}

/** Sets whether a child is listed on leaderboards outside the family. The child appears there after earning XP. */
export async function setListedOnLeaderboards(ctx: TxContext, profileId: string, listed: boolean): Promise<void> {
  if (listed) await lockTotals(ctx, profileId); // creates the row if there is none
  await updateTotals(ctx, profileId, { listed: Number(listed) });
}

/** Sets the time zone of a child that has not been active. */
export async function setFirstTimeZone(ctx: TxContext, profileId: string, zone: string): Promise<void> {
  await lockTotals(ctx, profileId); // creates the row
  await updateTotals(ctx, profileId, { zone });
}

/** Stores some of a profile's totals. */
export async function updateTotals({ db }: Handle<Tx>, profileId: string, totals: Partial<Totals>): Promise<void> {
  await db.updateTable('totals').set(totals).where('profile_id', '=', profileId).execute();
}

/** Prepares an update of the columns that the row of its first run contains. */
const prepareUpdate = () =>
  prepareQuery(({ db }: TxContext, { profile_id, ...changes }: TotalsRow) =>
    db.updateTable('totals').set(changes).where('profile_id', '=', profile_id),
  );

/** The prepared updates, by changed columns. An update of all columns would write all index entries on SQLite. */
const updatesByColumns = new Map<string, ReturnType<typeof prepareUpdate>>();

/** Saves the changed columns of a profile's totals. The caller must hold the lock of `lockTotals`. */
export async function saveTotals(
  ctx: TxContext,
  profileId: string,
  { savedTotals, totals }: LockedTotals,
): Promise<void> {
  const changedColumns = TOTALS_COLUMNS.filter((column) => totals[column] !== savedTotals[column]);
  if (changedColumns.length === 0) return;
  const key = changedColumns.join();
  const update = updatesByColumns.get(key) ?? prepareUpdate();
  updatesByColumns.set(key, update);
  const changes = Object.fromEntries(changedColumns.map((column) => [column, totals[column]]));
  await update(ctx, { ...changes, profile_id: profileId } as TotalsRow); // the update needs no other columns
}

/** At most `limit` badges of a profile, the newest first, after the cursor key `after` (earned_at, badge_id). */
export async function listEarnedBadges(
  ctx: Context,
  profileId: string,
  after: CursorKey | undefined,
  limit: number,
): Promise<EarnedBadge[]> {
  const page = { profile_id: profileId, limit };
  if (!after) return listFirstBadgesQuery(ctx, page);
  const [earned_at = '', badge_id = ''] = after;
  return selectBadgePage(ctx, page)
    .where((where) =>
      where.or([
        where('earned_at', '<', earned_at),
        where.and([where('earned_at', '=', earned_at), where('badge_id', '>', badge_id)]),
      ]),
    )
    .execute();
}

type BadgePage = Pick<EarnedBadgeRow, 'profile_id'> & { readonly limit: number };

function selectBadgePage({ db }: Handle, { profile_id, limit }: BadgePage) {
  return db
    .selectFrom('earned_badges')
    .select(['badge_id', 'earned_at'])
    .where('profile_id', '=', profile_id)
    .orderBy('earned_at', 'desc')
    .orderBy('badge_id')
    .limit(limit);
}

const listFirstBadgesQuery = prepareQuery(selectBadgePage);

/** The ids of all badges that a profile has earned. */
export async function listBadgeIds({ db }: Context, profileId: string): Promise<string[]> {
  const rows = await db.selectFrom('earned_badges').select('badge_id').where('profile_id', '=', profileId).execute();
  return rows.map(({ badge_id }) => badge_id);
}

/** Awards badges and returns those that the profile did not have yet, in the order of `badgeIds`. */
export async function insertBadges(
  { db }: TxContext,
  profileId: string,
  badgeIds: readonly string[],
  now: Instant,
): Promise<EarnedBadge[]> {
  const rows = badgeIds.map((badge_id) => ({ profile_id: profileId, badge_id, earned_at: now }));
  if (rows.length === 0) return [];
  const insertedRows = await db
    .insertInto('earned_badges')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['profile_id', 'badge_id']).doNothing())
    .returning('badge_id')
    .execute();
  const insertedIds = new Set(insertedRows.map(({ badge_id }) => badge_id));
  return rows.filter(({ badge_id }) => insertedIds.has(badge_id));
}

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
  return { day, xp: Math.max(0, xp), tasks: Math.max(0, tasks), seconds: Math.max(0, seconds), active: active === 1 };
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

const addToDailyStatsQuery = prepareQuery(({ db }: TxContext, row: ProgressDayRow) =>
  db
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
  ctx: TxContext,
  profileId: string,
  day: Day,
  { xp, tasks, seconds, active }: Omit<DailyStats, 'day'>,
): Promise<void> {
  if (xp === 0 && tasks === 0 && seconds === 0 && !active) return;
  await addToDailyStatsQuery(ctx, { profile_id: profileId, day, xp, tasks, seconds, active: Number(active) });
}
