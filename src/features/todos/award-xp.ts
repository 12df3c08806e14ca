import { QUOTAS } from '../../core/quotas.ts';
import { ApiError } from '../../core/requests/api-error.ts';
import { toLocalDay } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import type { TxContext } from '../../platform/context.ts';
import {
  type Activity,
  lockAndCountLedgerRows,
  lockAndCountLedgerRowsOfUtcDay,
  recordActivity,
  type XpReason,
} from '../progress/index.ts';
import { awardStars, revokeStars } from './rewards/earn-stars.ts';
import { getXpReward, REWARDED_OWN_TODOS_PER_DAY } from './rules.ts';
import { saveAwardedXp, type Todo } from './todos-store.ts';

/**
 * Records that a child has finished a to-do, which makes the day count for the streak and awards XP. A to-do that waits for
 * approval makes the day count too, but awards XP and counts as done only when it is approved (gap 47).
 */
export async function awardCompletion(ctx: TxContext, todo: Todo, timeZone: string): Promise<Todo> {
  if (todo.status === 'awaiting_approval') {
    await recordActivity(ctx, { ...buildActivity(todo), timeZone });
    return todo;
  }
  return awardXp(ctx, todo, timeZone);
}

/**
 * Awards the XP and the stars of a done to-do. If `timeZone` is null, a guardian approves it: the XP belongs to the day on which the child
 * finished it, and that day does not count for the streak again.
 */
export async function awardXp(ctx: TxContext, todo: Todo, timeZone: string | null): Promise<Todo> {
  const amount = await computeXp(ctx, todo, timeZone);
  await recordActivity(ctx, {
    ...buildActivity(todo),
    ...buildEntries(getLedgerReason(todo), amount),
    timeZone,
    ...(timeZone === null && todo.completed_at !== null && { workedAt: todo.completed_at }),
    counts: { todos_done: 1 },
  });
  await saveAwardedXp(ctx, todo, amount);
  await awardStars(ctx, todo);
  return { ...todo, xp_paid: amount };
}

/**
 * Revokes the XP and the stars of an undone to-do: adds a ledger row with a negative amount. The day still counts for the streak. Refuses when
 * too many to-dos that earned XP were undone today (409). After an approval, `workedAt` is the instant to whose day the XP belonged.
 */
export async function revokeXp(ctx: TxContext, todo: Todo, awardedXp: number, workedAt?: Instant): Promise<void> {
  // Undoing a to-do that earned no XP adds no ledger row, so it is not limited.
  const undoneCount = awardedXp > 0 ? await lockAndCountLedgerRowsOfUtcDay(ctx, todo.profile_id, 'todo_undone') : 0;
  if (undoneCount >= QUOTAS.undonePerDay)
    throw new ApiError('CONFLICT', localized.todos.tooManyUndone({ limit: QUOTAS.undonePerDay }), {
      reason: 'too_many_undone',
    });
  await recordActivity(ctx, {
    ...buildActivity(todo),
    ...buildEntries('todo_undone', -awardedXp),
    ...(workedAt !== undefined && { workedAt }),
    counts: { todos_done: -1 },
  });
  await revokeStars(ctx, todo);
}

/** The XP of a to-do; 0 when the child has reached the daily limit of to-dos of this kind that earn XP. */
async function computeXp(ctx: TxContext, todo: Todo, timeZone: string | null): Promise<number> {
  const reason = getLedgerReason(todo);
  const limit = reason === 'todo_own' ? REWARDED_OWN_TODOS_PER_DAY : QUOTAS.rewardedAssignedTodosPerDay;
  const rewardedCount =
    timeZone === null
      ? await lockAndCountLedgerRowsOfUtcDay(ctx, todo.profile_id, reason)
      : await lockAndCountLedgerRows(ctx, todo.profile_id, reason, toLocalDay(ctx.now(), timeZone));
  return rewardedCount < limit ? getXpReward(todo, 'child') : 0;
}

function getLedgerReason({ assigned_by }: Todo): 'todo_own' | 'todo_approved' {
  return assigned_by === null ? 'todo_own' : 'todo_approved';
}

/** The activity of a to-do. Its source contains the revision, so that each completion has a different source. */
function buildActivity({ id, profile_id, revision }: Todo): Activity {
  return { profileId: profile_id, source: `todo ${id} ${revision}`, entries: [], timeZone: null };
}

function buildEntries(reason: XpReason, amount: number): Pick<Activity, 'entries'> {
  return { entries: amount === 0 ? [] : [{ reason, amount }] };
}
