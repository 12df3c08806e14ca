import { addDays, type Day } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { prepareMultiRowQuery, prepareQuery } from '../../../platform/database/index.ts';
import type { LedgerRow } from '../../../schema/tables.ts';
import type { XpReason } from './xp-reasons.ts';

const insertLedgerRowsQuery = prepareMultiRowQuery(({ db }: TxContext, rows: LedgerRow[]) =>
  db
    .insertInto('xp_ledger')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['profile_id', 'source', 'reason']).doNothing())
    .returning('id'),
);

/** Inserts rows, except those with the profile, source and reason of an existing row. Returns the inserted rows. */
export async function insertLedgerRows<R extends LedgerRow>(ctx: TxContext, rows: readonly R[]): Promise<R[]> {
  const insertedIds = new Set((await insertLedgerRowsQuery(ctx, rows)).map(({ id }) => id));
  return rows.filter(({ id }) => insertedIds.has(id));
}

export async function deleteLedgerRow(
  { db }: TxContext,
  { profile_id, id }: Pick<LedgerRow, 'profile_id' | 'id'>,
): Promise<void> {
  await db.deleteFrom('xp_ledger').where('profile_id', '=', profile_id).where('id', '=', id).execute();
}

interface LedgerCountQuery {
  readonly profileId: string;
  readonly reason: XpReason;
  readonly day: Day;
  /**
   * The days in UTC that contain the local day in every time zone. `until` is excluded. They limit the search in the index
   * on `at`.
   */
  readonly from: Day;
  readonly until: Day;
}

const countLedgerRowsQuery = prepareQuery(
  ({ db }: TxContext, { profileId, reason, day, from, until }: LedgerCountQuery) =>
    db
      .selectFrom('xp_ledger')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('profile_id', '=', profileId)
      .where('at', '>=', from)
      .where('at', '<', until)
      .where('reason', '=', reason)
      .where('day', '=', day),
);

/** The number of ledger rows that a profile has for a reason on a local day. */
export async function countLedgerRows(ctx: TxContext, profileId: string, reason: XpReason, day: Day): Promise<number> {
  const [from, until] = [addDays(day, -1), addDays(day, 2)];
  const [row] = await countLedgerRowsQuery(ctx, { profileId, reason, day, from, until });
  return row?.n ?? 0;
}

const countLedgerRowsOfUtcDayQuery = prepareQuery(
  ({ db }: TxContext, { profileId, reason, from, until }: Omit<LedgerCountQuery, 'day'>) =>
    db
      .selectFrom('xp_ledger')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('profile_id', '=', profileId)
      .where('at', '>=', from)
      .where('at', '<', until)
      .where('reason', '=', reason),
);

/** The number of ledger rows of a profile for a reason that were written on a day in UTC. */
export async function countLedgerRowsOfUtcDay(
  ctx: TxContext,
  profileId: string,
  reason: XpReason,
  day: Day,
): Promise<number> {
  const [row] = await countLedgerRowsOfUtcDayQuery(ctx, { profileId, reason, from: day, until: addDays(day, 1) });
  return row?.n ?? 0;
}

const TASK_REASONS: readonly XpReason[] = ['quiz_passed', 'lesson_done', 'real_world_done', 'creative_submitted'];

/** When a child first completed or submitted a task; null if the child has not done so yet. */
export async function findFirstTaskTime({ db }: Context, profileId: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('xp_ledger')
    .select('at')
    .where('profile_id', '=', profileId)
    .where('reason', 'in', TASK_REASONS)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
