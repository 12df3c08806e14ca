import { addDays, type Day } from '../../../core/time/days.ts';
import type { TxContext } from '../../../platform/context.ts';
import { checkQuotas } from '../todo-quotas.ts';
import { deleteUnchangedNextOccurrence, insertNextOccurrence, insertTodo, type Todo } from '../todos-store.ts';
import { computeNextDueDate, getDayOfMonth } from './recurrence.ts';

/**
 * Creates the next occurrence of a to-do that was finished or skipped, unless the recurrence has ended or the occurrence already
 * exists. After a finished to-do, the next occurrence is due tomorrow at the earliest; after a skipped to-do, it may be due
 * today.
 */
export async function createNextOccurrence(ctx: TxContext, previous: Todo, today: Day): Promise<void> {
  const next = buildNextOccurrence(ctx, previous, today);
  if (next) await insertNextOccurrence(ctx, next);
}

/**
 * Creates the next occurrence of an open to-do that a parent takes out of its series, as if the to-do were skipped. The two are not
 * linked: whatever happens to the to-do that was taken out does not change its former series.
 */
export async function continueSeriesWithout(ctx: TxContext, todo: Todo, today: Day): Promise<void> {
  const next = buildNextOccurrence(ctx, { ...todo, status: 'skipped' }, today);
  if (next) await insertTodo(ctx, { ...next, previous_id: null });
}

/**
 * The due date of an occurrence without the days that it has missed: the next date of the rule from today on. A series continues with it
 * after a pause, and the form to edit it shows it.
 */
export function skipMissedDays({ recurrence, due_date, anchor_day }: Todo, today: Day): Day | null {
  if (recurrence === null || due_date === null || due_date >= today) return due_date;
  return computeNextDueDate(recurrence, due_date, today, anchor_day ?? getDayOfMonth(due_date)) ?? due_date;
}

function buildNextOccurrence(ctx: TxContext, previous: Todo, today: Day): Todo | undefined {
  const nextFields = computeNextFields(previous, today);
  if (!nextFields) return undefined;
  const now = ctx.now();
  return { ...previous, ...nextFields, id: ctx.random.timeOrderedId(), created_at: now, updated_at: now };
}

/**
 * Removes the next occurrence of a to-do that was reopened, unless somebody has changed it. Refuses if the reopened to-do makes
 * the list exceed its quota of open to-dos (409).
 */
export async function removeNextOccurrence(ctx: TxContext, todo: Todo): Promise<void> {
  await deleteUnchangedNextOccurrence(ctx, todo);
  await checkQuotas(ctx, todo.profile_id, ['openCount']);
}

/**
 * The fields in which the next occurrence differs from the previous one; undefined if there is no next occurrence. If the
 * previous occurrence has no due date, the next due date is computed from today, the day on which it was finished or skipped.
 */
function computeNextFields(previous: Todo, today: Day) {
  const { id, recurrence, checklist } = previous;
  if (!recurrence) return undefined;
  const previousDueDate = previous.due_date ?? today;
  const anchor_day = previous.anchor_day ?? getDayOfMonth(previousDueDate);
  const earliestDay = previous.status === 'skipped' ? today : addDays(today, 1);
  const due_date = computeNextDueDate(recurrence, previousDueDate, earliestDay, anchor_day);
  if (due_date === null) return undefined;
  return {
    due_date,
    anchor_day,
    status: 'pending',
    checklist: checklist.map((entry) => ({ ...entry, done: false })),
    previous_id: id,
    revision: 0,
    xp_paid: 0,
    completed_at: null,
    decided_at: null,
    decision_note: null,
    decided_by: null,
    paused_at: null,
    planned_change: null,
    change_due_at: null,
  } as const;
}
