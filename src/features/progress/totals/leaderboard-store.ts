import type { Reader } from '../../../platform/database/index.ts';
import type { TotalsRow } from '../../../schema/tables.ts';

// The leaderboard of all listed children. Each read uses a partial index of listed children in descending order of XP. The
// condition `listed = 1` contains a literal, because the database cannot use a partial index with a bound value.

/** The period of a leaderboard. `key` is the Monday of the week, the month as YYYY-MM, or '' for all time. */
export interface LeaderboardPeriod {
  readonly kind: 'week' | 'month' | 'all';
  readonly key: string;
}

/** A child's position on a leaderboard. Ties are in descending order of ids. */
export interface LeaderboardPosition {
  readonly xp: number;
  readonly profile_id: string;
}

const PERIOD_COLUMNS = { week: 'week', month: 'month', all: undefined } as const;
const XP_COLUMNS = { week: 'week_xp', month: 'month_xp', all: 'xp_total' } as const;

/** At most `limit` listed children with XP in the period, the most XP first, after the position `after`. */
export async function listLeaderboard(
  db: Reader,
  period: LeaderboardPeriod,
  after: LeaderboardPosition | undefined,
  limit: number,
): Promise<(LeaderboardPosition & { xp_total: number })[]> {
  const xpColumn = XP_COLUMNS[period.kind];
  return selectLeaderboardRows(db, period)
    .select(['profile_id', 'xp_total', `${xpColumn} as xp`])
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(xpColumn, 'profile_id'), '<', tuple(after?.xp ?? 0, after?.profile_id ?? '')),
      ),
    )
    .orderBy(xpColumn, 'desc')
    .orderBy('profile_id', 'desc')
    .limit(limit)
    .execute();
}

/** The `nth` position of the leaderboard, counted from 1; undefined if the leaderboard is shorter. */
export async function findLeaderboardPosition(
  db: Reader,
  period: LeaderboardPeriod,
  nth: number,
): Promise<LeaderboardPosition | undefined> {
  const xpColumn = XP_COLUMNS[period.kind];
  return selectLeaderboardRows(db, period)
    .select(['profile_id', `${xpColumn} as xp`])
    .orderBy(xpColumn, 'desc')
    .orderBy('profile_id', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
}

/** The number of children on the leaderboard, counted up to `max`. */
export async function countLeaderboardRows(db: Reader, period: LeaderboardPeriod, max: number): Promise<number> {
  return countRows(db, period, selectLeaderboardRows(db, period).limit(max));
}

/** The number of children with more than `xp` XP, counted up to `max`. */
export async function countWithMoreXp(db: Reader, period: LeaderboardPeriod, xp: number, max: number): Promise<number> {
  return countRows(db, period, selectLeaderboardRows(db, period, Math.max(0, xp)).limit(max));
}

/** The number of children with the same XP before this position, counted up to `max`. */
export async function countTiesBefore(
  db: Reader,
  period: LeaderboardPeriod,
  { xp, profile_id }: LeaderboardPosition,
  max: number,
): Promise<number> {
  const ties = selectLeaderboardRows(db, period)
    .where(XP_COLUMNS[period.kind], '=', xp)
    .where('profile_id', '>', profile_id);
  return countRows(db, period, ties.limit(max));
}

/**
 * Selects the listed children with more than `moreThanXp` XP in the period. The query has only one lower bound for XP: with
 * two bounds, SQLite would use only one of them in the index and scan the other rows.
 */
function selectLeaderboardRows(db: Reader, period: LeaderboardPeriod, moreThanXp = 0) {
  const periodColumn = PERIOD_COLUMNS[period.kind];
  return db
    .selectFrom('totals')
    .where(({ eb, lit }) => eb('listed', '=', lit(1)))
    .where(XP_COLUMNS[period.kind], '>', moreThanXp)
    .$if(periodColumn !== undefined, (query) => query.where(periodColumn ?? 'week', '=', period.key));
}

/** Counts in index order, so that PostgreSQL uses the index instead of scanning the table. */
async function countRows(
  db: Reader,
  { kind }: LeaderboardPeriod,
  rows: ReturnType<typeof selectLeaderboardRows>,
): Promise<number> {
  const orderedRows = rows.select('profile_id').orderBy(XP_COLUMNS[kind], 'desc').orderBy('profile_id', 'desc');
  const { n: count } = await db
    .selectFrom(orderedRows.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A child's XP in total and in the last active week and month, and whether leaderboards list the child. */
export type XpTotals = Pick<
  TotalsRow,
  'profile_id' | 'xp_total' | 'week' | 'week_xp' | 'month' | 'month_xp' | 'listed'
>;

/** The XP of these children. A child without any activity is omitted. */
export async function listXpTotals(db: Reader, profileIds: readonly string[]): Promise<XpTotals[]> {
  if (profileIds.length === 0) return [];
  return db
    .selectFrom('totals')
    .select(['profile_id', 'xp_total', 'week', 'week_xp', 'month', 'month_xp', 'listed'])
    .where('profile_id', 'in', profileIds)
    .execute();
}
