import { QUOTAS } from '../../core/quotas.ts';
import { ApiError } from '../../core/requests/api-error.ts';
import { type Day, toLocalDay, toUtcDay } from '../../core/time/days.ts';
import { localized } from '../../locales/index.ts';
import type { UnitOfWork } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type Activity, countPaidToday, recordActivity } from '../progress/index.ts';
import { getReward, PAID_OWN_TODOS_PER_DAY } from './rules.ts';
import { savePaidXp, type Todo } from './todos-store.ts';

/**
 * Records that a child has finished a to-do: an active day for the streak, and XP. A to-do that waits for approval makes
 * the day active too, but pays XP and counts only when it is approved (gap 47).
 */
export async function awardCompletion(unit: UnitOfWork, todo: Todo, timeZone: string): Promise<Todo> {
  if (todo.status === 'awaiting_approval') {
    await recordActivity(unit, { ...todoActivity(todo), timeZone });
    return todo;
  }
  return awardDone(unit, todo, timeZone);
}

/** Records that a parent has approved a to-do. */
export async function awardApproval(unit: UnitOfWork, todo: Todo): Promise<Todo> {
  return awardDone(unit, todo, null);
}

/** Without a time zone the day is in UTC and does not count for the streak. */
async function awardDone(unit: UnitOfWork, todo: Todo, timeZone: string | null): Promise<Todo> {
  const { tx, now } = unit;
  const amount = await payableXp(tx, todo, toLocalDay(now, timeZone ?? 'UTC'));
  await recordActivity(unit, {
    ...todoActivity(todo),
    ...xpEntries(getPaidReason(todo), amount),
    timeZone,
    counts: { todos_done: 1 },
  });
  await savePaidXp(tx, todo.id, amount);
  return { ...todo, xp_paid: amount };
}

/** Revokes the XP of a to-do with a ledger row; the day stays active for the streak. */
export async function revokeXp(unit: UnitOfWork, todo: Todo, paid: number): Promise<void> {
  const { tx, now } = unit;
  // Only to-dos that paid XP write to the ledger, whose days are UTC.
  const undone = paid > 0 ? await countPaidToday(tx, todo.profile_id, 'todo_undone', toUtcDay(now)) : 0;
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

/** The XP of a to-do; 0 when as many to-dos of its kind as pay in a day have paid. */
async function payableXp(tx: Tx, todo: Todo, day: Day): Promise<number> {
  const reason = getPaidReason(todo);
  const limit = reason === 'todo_own' ? PAID_OWN_TODOS_PER_DAY : QUOTAS.paidAssignedTodosPerDay;
  const paid = await countPaidToday(tx, todo.profile_id, reason, day);
  return paid < limit ? getReward(todo, 'child') : 0;
}

function getPaidReason({ assigned_by }: Todo): 'todo_own' | 'todo_approved' {
  return assigned_by === null ? 'todo_own' : 'todo_approved';
}

/** The revision gives each completion its own source, even in the same millisecond. */
function todoActivity({ id, profile_id, revision }: Todo): Activity {
  return { profileId: profile_id, source: `todo ${id} ${revision}`, entries: [], timeZone: null };
}

function xpEntries(reason: Activity['entries'][number]['reason'], amount: number): Pick<Activity, 'entries'> {
  return { entries: amount === 0 ? [] : [{ reason, amount }] };
}
