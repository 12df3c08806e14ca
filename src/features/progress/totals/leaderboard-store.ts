import type { Context } from '../../../platform/context.ts';
import { type Handle, prepareMultiRowQuery, prepareQuery } from '../../../platform/database/index.ts';
import type { TotalsRow } from '../../../schema/tables.ts';

// The leaderboard of all children who may be shown outside their family (`listed`). Each read uses a partial index of listed
// children in descending order of XP. The condition `listed = 1` contains a literal, because the database cannot use a partial
// index with a bound value.

/** The period of a leaderboard. `value` is the Monday of the week, the month as YYYY-MM, or '' for all time. */
export interface LeaderboardPeriod {
  readonly kind: 'week' | 'month' | 'all';
  readonly value: string;
}

/** A child's place in the order of a leaderboard: by the XP in the period, then by the profile id, both in descending order. */
export interface LeaderboardKey {
  readonly xp: number;
  readonly profile_id: string;
}

const PERIOD_COLUMNS = { week: 'week', month: 'month', all: undefined } as const;
const XP_COLUMNS = { week: 'week_xp', month: 'month_xp', all: 'xp_total' } as const;

/** At most `limit` listed children with XP in the period, the most XP first, after the child with the key `after`. */
export async function listLeaderboard(
  ctx: Context,
  { kind, value }: LeaderboardPeriod,
  after: LeaderboardKey | undefined,
  limit: number,
): Promise<(LeaderboardKey & { xp_total: number })[]> {
  if (!after) return QUERIES[kind].listFirstPage(ctx, { value, limit });
  return selectPage(ctx, { kind, value }, limit)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple(XP_COLUMNS[kind], 'profile_id'), '<', tuple(after.xp, after.profile_id)),
    )
    .execute();
}

/** The key of the child at position `nth`, counted from 1; undefined if the leaderboard is shorter. */
export async function findLeaderboardKey(
  ctx: Context,
  period: LeaderboardPeriod,
  nth: number,
): Promise<LeaderboardKey | undefined> {
  const xpColumn = XP_COLUMNS[period.kind];
  return selectLeaderboardRows(ctx, period)
    .select(['profile_id', `${xpColumn} as xp`])
    .orderBy(xpColumn, 'desc')
    .orderBy('profile_id', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
}

/** The number of children on the leaderboard, counted up to `max`. */
export async function countLeaderboardRows(ctx: Context, period: LeaderboardPeriod, max: number): Promise<number> {
  return countChildrenWithMoreXp(ctx, period, 0, max);
}

/** The number of children with more than `xp` XP, counted up to `max`. */
export async function countChildrenWithMoreXp(
  ctx: Context,
  { kind, value }: LeaderboardPeriod,
  xp: number,
  max: number,
): Promise<number> {
  const [row] = await QUERIES[kind].countChildrenWithMoreXp(ctx, { value, xp: Math.max(0, xp), max });
  return row?.n ?? 0;
}

/** The number of children who have the same XP as this child and come before it, counted up to `max`. */
export async function countTiesBefore(
  ctx: Context,
  period: LeaderboardPeriod,
  { xp, profile_id }: LeaderboardKey,
  max: number,
): Promise<number> {
  const ties = selectLeaderboardRows(ctx, period)
    .where(XP_COLUMNS[period.kind], '=', xp)
    .where('profile_id', '>', profile_id);
  const [row] = await selectCount(ctx, period.kind, ties.limit(max)).execute();
  return row?.n ?? 0;
}

/**
 * Selects the listed children with more than `moreThanXp` XP in the period. Children without XP are not on the leaderboard, so the
 * default is 0. A second condition for that would be slow: SQLite would use one of the two bounds to search the index and
 * would check the other bound for every row.
 */
function selectLeaderboardRows({ db }: Handle, period: LeaderboardPeriod, moreThanXp = 0) {
  const periodColumn = PERIOD_COLUMNS[period.kind];
  const rows = db
    .selectFrom('totals')
    .where(({ eb, lit }) => eb('listed', '=', lit(1)))
    .where(XP_COLUMNS[period.kind], '>', moreThanXp);
  return periodColumn === undefined ? rows : rows.where(periodColumn, '=', period.value);
}

/** Counts in index order, so that PostgreSQL uses the index instead of scanning the table. */
function selectCount({ db }: Handle, kind: LeaderboardPeriod['kind'], rows: ReturnType<typeof selectLeaderboardRows>) {
  const orderedRows = rows.select('profile_id').orderBy(XP_COLUMNS[kind], 'desc').orderBy('profile_id', 'desc');
  return db.selectFrom(orderedRows.as('counted')).select(({ fn }) => fn.countAll<number>().as('n'));
}

const QUERIES = { week: prepareQueries('week'), month: prepareQueries('month'), all: prepareQueries('all') };

function selectPage(ctx: Handle, period: LeaderboardPeriod, limit: number) {
  const xpColumn = XP_COLUMNS[period.kind];
  return selectLeaderboardRows(ctx, period)
    .select(['profile_id', 'xp_total', `${xpColumn} as xp`])
    .orderBy(xpColumn, 'desc')
    .orderBy('profile_id', 'desc')
    .limit(limit);
}

function prepareQueries(kind: LeaderboardPeriod['kind']) {
  return {
    listFirstPage: prepareQuery((ctx, { value, limit }: { value: string; limit: number }) =>
      selectPage(ctx, { kind, value }, limit),
    ),
    countChildrenWithMoreXp: prepareQuery((ctx, { value, xp, max }: { value: string; xp: number; max: number }) =>
      selectCount(ctx, kind, selectLeaderboardRows(ctx, { kind, value }, xp).limit(max)),
    ),
  };
}

/** A child's XP in total and in the last active week and month, and whether leaderboards list the child. */
export type XpTotals = Pick<
  TotalsRow,
  'profile_id' | 'xp_total' | 'week' | 'week_xp' | 'month' | 'month_xp' | 'listed'
>;

/** The XP of these children. A child without a row of totals is omitted. */
export async function listXpTotals(ctx: Context, profileIds: readonly string[]): Promise<XpTotals[]> {
  return listXpTotalsQuery(
    ctx,
    profileIds.map((profile_id) => ({ profile_id })),
  );
}

/** A query is prepared for each number of profiles, which is at most 500, the maximum capacity of a planet. */
const listXpTotalsQuery = prepareMultiRowQuery(({ db }, rows: Pick<TotalsRow, 'profile_id'>[]) =>
  db
    .selectFrom('totals')
    .select(['profile_id', 'xp_total', 'week', 'week_xp', 'month', 'month_xp', 'listed'])
    .where(
      'profile_id',
      'in',
      rows.map(({ profile_id }) => profile_id),
    ),
);
