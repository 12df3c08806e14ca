import type { Day } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Reader, Tx } from '../../../platform/database/index.ts';
import type { LedgerRow } from '../../../schema/tables.ts';

/** Inserts the rows that do not exist yet (by profile, source and reason) and returns them. */
export async function insertLedgerRows<R extends LedgerRow>(tx: Tx, rows: readonly R[]): Promise<R[]> {
  if (rows.length === 0) return [];
  const inserted = await tx
    .insertInto('xp_ledger')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['profile_id', 'source', 'reason']).doNothing())
    .returning('id')
    .execute();
  return rows.filter((row) => inserted.some(({ id }) => id === row.id));
}

/** How many ledger rows of a reason a profile has on a local day. */
export async function countLedgerRows(tx: Tx, profileId: string, reason: string, day: Day): Promise<number> {
  const { n } = await tx
    .selectFrom('xp_ledger')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('profile_id', '=', profileId)
    .where('reason', '=', reason)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return n;
}

const TASK_REASONS = ['quiz_passed', 'lesson_done', 'real_world_done', 'creative_submitted'];

/** When a child first passed or submitted a task; null before that. */
export async function firstTaskAt(db: Reader, profileId: string): Promise<Instant | null> {
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
