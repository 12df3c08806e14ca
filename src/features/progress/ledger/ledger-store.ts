import type { Day } from '../../../core/days.ts';
import type { Instant } from '../../../core/instant.ts';
import type { Reader, Tx } from '../../../platform/database/index.ts';
import type { LedgerRow } from '../../../schema/tables.ts';

/** Writes the rows that are not there yet (by profile, source and reason); returns those. */
export async function insertRows<R extends LedgerRow>(tx: Tx, rows: readonly R[]): Promise<R[]> {
  if (rows.length === 0) return [];
  const written = await tx
    .insertInto('xp_ledger')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['profile_id', 'source', 'reason']).doNothing())
    .returning('id')
    .execute();
  return rows.filter((row) => written.some(({ id }) => id === row.id));
}

/** How often something has been paid for on a local day. */
export async function countPaid(tx: Tx, profileId: string, reason: string, day: Day): Promise<number> {
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

/** When a child first passed or handed in a task; null before that. */
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
