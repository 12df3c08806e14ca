import type { Reader } from '../../../platform/database/index.ts';

// The board of all listed children. Each read goes along an index in which those children alone stand, best first; the
// condition is written out, for a bound value would not let the database use such an index.

/** Which XP a board counts: of the week with this Monday, of the month YYYY-MM, or of all time. */
export interface LeaderboardPeriod {
  readonly kind: 'week' | 'month' | 'all';
  readonly of: string;
}

/** A child's place; ties stand in the order of ids, backwards. */
export interface LeaderboardPlace {
  readonly xp: number;
  readonly profile_id: string;
}

const PERIOD = { week: 'week', month: 'month', all: undefined } as const;
const XP = { week: 'week_xp', month: 'month_xp', all: 'xp_total' } as const;

/** Listed children who have earned XP in the period, the best first, from behind `after`; at most `limit`. */
export async function listLeaderboard(
  db: Reader,
  period: LeaderboardPeriod,
  after: LeaderboardPlace | undefined,
  limit: number,
): Promise<(LeaderboardPlace & { xp_total: number })[]> {
  const xp = XP[period.kind];
  return onBoard(db, period)
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

/** The `nth` place of the board, 1 for the first; undefined when it has fewer. */
export async function findLeaderboardPlace(
  db: Reader,
  period: LeaderboardPeriod,
  nth: number,
): Promise<LeaderboardPlace | undefined> {
  const xp = XP[period.kind];
  return onBoard(db, period)
    .select(['profile_id', `${xp} as xp`])
    .orderBy(xp, 'desc')
    .orderBy('profile_id', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
}

/** How many are on the board, counted up to `most`. */
export async function countLeaderboard(db: Reader, period: LeaderboardPeriod, most: number): Promise<number> {
  return counted(db, period, onBoard(db, period).limit(most));
}

/** How many have more XP than this, counted up to `most`. */
export async function countAbove(db: Reader, period: LeaderboardPeriod, xp: number, most: number): Promise<number> {
  return counted(db, period, onBoard(db, period, Math.max(0, xp)).limit(most));
}

/** How many with as much XP stand before this place, counted up to `most`. */
export async function countTiesBefore(
  db: Reader,
  period: LeaderboardPeriod,
  { xp, profile_id }: LeaderboardPlace,
  most: number,
): Promise<number> {
  const ties = onBoard(db, period).where(XP[period.kind], '=', xp).where('profile_id', '>', profile_id);
  return counted(db, period, ties.limit(most));
}

/** With one lower bound for XP: of two SQLite looks up one alone, and goes through all that is between them. */
function onBoard(db: Reader, period: LeaderboardPeriod, moreThan = 0) {
  const column = PERIOD[period.kind];
  return db
    .selectFrom('totals')
    .where(({ eb, lit }) => eb('listed', '=', lit(1)))
    .where(XP[period.kind], '>', moreThan)
    .$if(column !== undefined, (query) => query.where(column ?? 'week', '=', period.of));
}

/** In the order of the index, so that PostgreSQL goes along it rather than through the whole table. */
async function counted(db: Reader, { kind }: LeaderboardPeriod, rows: ReturnType<typeof onBoard>): Promise<number> {
  const inOrder = rows.select('profile_id').orderBy(XP[kind], 'desc').orderBy('profile_id', 'desc');
  const { n } = await db
    .selectFrom(inOrder.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
