import { sql } from 'kysely';
import { type Day, dayOf, plusDays } from '../../core/days.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { getTotals } from './store.ts';

// TEMPORARY: the agreed interface of progress.record with the least that is honest (ledger rows, XP total, streak of
// plain days). The progress feature's own takes its place at the merge.
type Reason = 'todo_own' | 'todo_approved' | 'todo_undone';
export interface Fact {
  readonly profileId: string;
  readonly source: string;
  readonly entries: readonly { readonly reason: Reason; readonly amount: number }[];
  readonly zone: string | null;
  readonly counts?: Partial<Record<'todos_done', number>>;
}

export async function record(ctx: Context, tx: Tx, fact: Fact): Promise<void> {
  const { profileId, source, entries, zone } = fact;
  const day = zone === null ? null : dayOf(ctx.now(), zone);
  for (const { reason, amount } of entries) {
    await sql`insert into temporary_ledger values (${profileId}, ${source}, ${reason}, ${amount}, ${day})`.execute(tx);
  }
  const totals = await getTotals(tx, profileId);
  const xp_total = totals.xp_total + entries.reduce((sum, { amount }) => sum + amount, 0);
  const changed = { ...totals, ...(day !== null && streakOf(totals, day)), xp_total };
  await tx
    .insertInto('totals')
    .values({ profile_id: profileId, ...changed })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(changed))
    .execute();
}

export async function paidToday(tx: Tx, profileId: string, reason: Reason, day: Day): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from temporary_ledger
    where profile_id = ${profileId} and reason = ${reason} and day = ${day}`.execute(tx);
  return rows[0]?.n ?? 0;
}

function streakOf(totals: Awaited<ReturnType<typeof getTotals>>, day: Day) {
  const { streak_days, streak_last_date, longest_streak_days } = totals;
  if (streak_last_date !== null && streak_last_date >= day) return {};
  const days = streak_last_date === plusDays(day, -1) ? streak_days + 1 : 1;
  return { streak_days: days, streak_last_date: day, longest_streak_days: Math.max(days, longest_streak_days) };
}
