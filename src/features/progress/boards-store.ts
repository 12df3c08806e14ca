import type { Reader } from '../../platform/database/index.ts';

// The board of all listed children. Each read goes along an index in which those children alone stand, best first; the
// condition is written out, for a bound value would not let the database use such an index.

/** Which XP a board counts: of the week with this Monday, of the month YYYY-MM, or of all time. */
export interface BoardPeriod {
  readonly kind: 'week' | 'month' | 'all';
  readonly of: string;
}

/** A child's place; ties stand in the order of ids, backwards. */
export interface BoardPlace {
  readonly xp: number;
  readonly profile_id: string;
}

const PERIOD = { week: 'week', month: 'month', all: undefined } as const;
const XP = { week: 'week_xp', month: 'month_xp', all: 'xp_total' } as const;

/** Listed children who have earned XP in the period, the best first, from behind `after`; at most `limit`. */
export async function listBoard(
  db: Reader,
  period: BoardPeriod,
  after: BoardPlace | undefined,
  limit: number,
): Promise<(BoardPlace & { xp_total: number })[]> {
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
export async function findPlace(db: Reader, period: BoardPeriod, nth: number): Promise<BoardPlace | undefined> {
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
export async function countBoard(db: Reader, period: BoardPeriod, most: number): Promise<number> {
  return counted(db, period, onBoard(db, period).limit(most));
}

/** How many have more XP than this, counted up to `most`. */
export async function countAbove(db: Reader, period: BoardPeriod, xp: number, most: number): Promise<number> {
  return counted(db, period, onBoard(db, period, Math.max(0, xp)).limit(most));
}

/** How many with as much XP stand before this place, counted up to `most`. */
export async function countTiesBefore(
  db: Reader,
  period: BoardPeriod,
  { xp, profile_id }: BoardPlace,
  most: number,
): Promise<number> {
  const ties = onBoard(db, period).where(XP[period.kind], '=', xp).where('profile_id', '>', profile_id);
  return counted(db, period, ties.limit(most));
}

/** With one lower bound for XP: of two SQLite looks up one alone, and goes through all that is between them. */
function onBoard(db: Reader, period: BoardPeriod, moreThan = 0) {
  const column = PERIOD[period.kind];
  return db
    .selectFrom('totals')
    .where(({ eb, lit }) => eb('listed', '=', lit(1)))
    .where(XP[period.kind], '>', moreThan)
    .$if(column !== undefined, (query) => query.where(column ?? 'week', '=', period.of));
}

/** In the order of the index, so that PostgreSQL goes along it rather than through the whole table. */
async function counted(db: Reader, { kind }: BoardPeriod, rows: ReturnType<typeof onBoard>): Promise<number> {
  const inOrder = rows.select('profile_id').orderBy(XP[kind], 'desc').orderBy('profile_id', 'desc');
  const { n } = await db
    .selectFrom(inOrder.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
