import { QUOTAS } from '../../core/quotas.ts';
import { ApiError } from '../../core/requests/api-error.ts';
import { localDay, utcDay } from '../../core/time/days.ts';
import { localized } from '../../locales/index.ts';
import type { UnitOfWork } from '../../platform/context.ts';
import { type Activity, countPaidToday, recordActivity } from '../progress/index.ts';
import { PAID_OWN_TODOS_PER_DAY, rewardOf } from './rules.ts';
import { savePaidXp, type Todo } from './todos-store.ts';

/**
 * Records that a child has finished a to-do: an active day for its streak, and XP. A to-do that waits for approval makes
 * the day active too, but pays XP and counts only when it is approved (gap 47).
 */
export async function awardCompletion(unit: UnitOfWork, todo: Todo, zone: string): Promise<Todo> {
  const { tx } = unit;
  if (todo.status === 'awaiting_approval') {
    await recordActivity(unit, { ...todoActivity(todo), zone });
    return todo;
  }
  const reason = todo.assigned_by === null ? 'todo_own' : 'todo_approved';
  const amount = await amountFor(unit, todo, zone);
  await recordActivity(unit, {
    ...todoActivity(todo),
    ...xpEntries(reason, amount),
    zone,
    counts: { todos_done: 1 },
  });
  await savePaidXp(tx, todo.id, amount);
  return { ...todo, xp_paid: amount };
}

/** Records that a parent has approved a to-do. */
export async function awardApproval(unit: UnitOfWork, todo: Todo): Promise<void> {
  await recordActivity(unit, {
    ...todoActivity(todo),
    ...xpEntries('todo_approved', todo.xp_reward),
    counts: { todos_done: 1 },
  });
}

/** Revokes the XP of a to-do with a ledger row; the day stays active for the streak. */
export async function revokeXp(unit: UnitOfWork, todo: Todo, paid: number): Promise<void> {
  const { tx, now } = unit;
  // Only to-dos that paid XP write to the ledger, whose days are UTC.
  const undone = paid > 0 ? await countPaidToday(tx, todo.profile_id, 'todo_undone', utcDay(now)) : 0;
  if (undone >= QUOTAS.undoneTodosPerDay)
    throw new ApiError('CONFLICT', localized.todos.tooManyUndone({ limit: QUOTAS.undoneTodosPerDay }), {
      reason: 'too_many_undone',
    });
  await recordActivity(unit, {
    ...todoActivity(todo),
    ...xpEntries('todo_undone', -paid),
    counts: { todos_done: -1 },
  });
}

async function amountFor({ tx, now }: UnitOfWork, todo: Todo, zone: string): Promise<number> {
  if (todo.assigned_by !== null) return rewardOf(todo, 'child');
  const paid = await countPaidToday(tx, todo.profile_id, 'todo_own', localDay(now, zone));
  return paid < PAID_OWN_TODOS_PER_DAY ? rewardOf(todo, 'child') : 0;
}

/** The revision gives each completion its own source, even in the same millisecond. */
function todoActivity({ id, profile_id, revision }: Todo): Activity {
  return { profileId: profile_id, source: `todo ${id} ${revision}`, entries: [], zone: null };
}

function xpEntries(reason: Activity['entries'][number]['reason'], amount: number): Pick<Activity, 'entries'> {
  return { entries: amount === 0 ? [] : [{ reason, amount }] };
}
