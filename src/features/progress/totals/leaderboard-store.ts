import type { Reader } from '../../../platform/database/index.ts';
import type { TotalsRow } from '../../../schema/tables.ts';

// The leaderboard of all listed children. Each read uses a partial index of listed children, best first. The condition is
// a literal because the database cannot use a partial index with a bound value.

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

const PERIOD = { week: 'week', month: 'month', all: undefined } as const;
const XP = { week: 'week_xp', month: 'month_xp', all: 'xp_total' } as const;

/** Listed children with XP in the period, the best first, after the position `after`; at most `limit`. */
export async function listLeaderboard(
  db: Reader,
  period: LeaderboardPeriod,
  after: LeaderboardPosition | undefined,
  limit: number,
): Promise<(LeaderboardPosition & { xp_total: number })[]> {
  const xp = XP[period.kind];
  return leaderboardRows(db, period)
    .select(['profile_id', 'xp_total', `${xp} as xp`])
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(xp, 'profile_id'), '<', tuple(after?.xp ?? 0, after?.profile_id ?? '')),
      ),
    )
    .orderBy(xp, 'desc')
    .orderBy('profile_id', 'desc')
    .limit(limit)
    .execute();
}

/** The `nth` position of the leaderboard, starting from 1; undefined when it has fewer. */
export async function findLeaderboardPosition(
  db: Reader,
  period: LeaderboardPeriod,
  nth: number,
): Promise<LeaderboardPosition | undefined> {
  const xp = XP[period.kind];
  return leaderboardRows(db, period)
    .select(['profile_id', `${xp} as xp`])
    .orderBy(xp, 'desc')
    .orderBy('profile_id', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
}

/** The number of children on the leaderboard, counted up to `max`. */
export async function countLeaderboard(db: Reader, period: LeaderboardPeriod, max: number): Promise<number> {
  return countRows(db, period, leaderboardRows(db, period).limit(max));
}

/** How many children have more XP than this, counted up to `max`. */
export async function countAbove(db: Reader, period: LeaderboardPeriod, xp: number, max: number): Promise<number> {
  return countRows(db, period, leaderboardRows(db, period, Math.max(0, xp)).limit(max));
}

/** How many children with the same XP are before this position, counted up to `max`. */
export async function countTiesBefore(
  db: Reader,
  period: LeaderboardPeriod,
  { xp, profile_id }: LeaderboardPosition,
  max: number,
): Promise<number> {
  const ties = leaderboardRows(db, period).where(XP[period.kind], '=', xp).where('profile_id', '>', profile_id);
  return countRows(db, period, ties.limit(max));
}

/** Uses a single lower bound for XP: SQLite would use only one of two bounds for the index and scan the rest. */
function leaderboardRows(db: Reader, period: LeaderboardPeriod, moreThan = 0) {
  const column = PERIOD[period.kind];
  return db
    .selectFrom('totals')
    .where(({ eb, lit }) => eb('listed', '=', lit(1)))
    .where(XP[period.kind], '>', moreThan)
    .$if(column !== undefined, (query) => query.where(column ?? 'week', '=', period.key));
}

/** Counts in index order, so that PostgreSQL uses the index instead of scanning the table. */
async function countRows(
  db: Reader,
  { kind }: LeaderboardPeriod,
  rows: ReturnType<typeof leaderboardRows>,
): Promise<number> {
  const inOrder = rows.select('profile_id').orderBy(XP[kind], 'desc').orderBy('profile_id', 'desc');
  const { n } = await db
    .selectFrom(inOrder.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** A child's data for leaderboards: total XP, XP of the last active week and month, and whether the child is listed. */
export type LeaderboardEntry = Pick<
  TotalsRow,
  'profile_id' | 'xp_total' | 'week' | 'week_xp' | 'month' | 'month_xp' | 'listed'
>;

/** The entries of these children. A child without any activity has none. */
export async function listLeaderboardEntries(db: Reader, profileIds: readonly string[]): Promise<LeaderboardEntry[]> {
  if (profileIds.length === 0) return [];
  return db
    .selectFrom('totals')
    .select(['profile_id', 'xp_total', 'week', 'week_xp', 'month', 'month_xp', 'listed'])
    .where('profile_id', 'in', profileIds)
    .execute();
}
