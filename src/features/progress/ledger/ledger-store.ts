import type { Day } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import { prepareMultiRowQuery, prepareQuery, type Reader, type Tx } from '../../../platform/database/index.ts';
import type { LedgerRow } from '../../../schema/tables.ts';

const insertRowsQuery = prepareMultiRowQuery((tx: Tx, rows: LedgerRow[]) =>
  tx
    .insertInto('xp_ledger')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['profile_id', 'source', 'reason']).doNothing())
    .returning('id'),
);

/** Inserts the rows that do not exist yet (by profile, source and reason) and returns them. */
export async function insertLedgerRows<R extends LedgerRow>(tx: Tx, rows: readonly R[]): Promise<R[]> {
  const inserted = new Set((await insertRowsQuery(tx, rows)).map(({ id }) => id));
  return rows.filter(({ id }) => inserted.has(id));
}

export async function deleteLedgerRow(tx: Tx, { profile_id, id }: Pick<LedgerRow, 'profile_id' | 'id'>): Promise<void> {
  await tx.deleteFrom('xp_ledger').where('profile_id', '=', profile_id).where('id', '=', id).execute();
}

const countRowsQuery = prepareQuery((tx: Tx, { id, reason, day }: { id: string; reason: string; day: Day }) =>
  tx
    .selectFrom('xp_ledger')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('profile_id', '=', id)
    .where('reason', '=', reason)
    .where('day', '=', day),
);

/** How many ledger rows of a reason a profile has on a local day. */
export async function countLedgerRows(tx: Tx, profileId: string, reason: string, day: Day): Promise<number> {
  const [row] = await countRowsQuery(tx, { id: profileId, reason, day });
  return row?.n ?? 0;
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
