import { addDays, type Day } from '../../../core/time/days.ts';
import type { UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { checkQuotas } from '../list-quotas.ts';
import { deleteUnchangedNextOccurrence, insertNextOccurrence, type Todo } from '../todos-store.ts';
import { nextDue } from './recurrence.ts';

/**
 * Creates the next occurrence of a to-do that was finished or skipped, if the rule has one and it does not exist yet. After a to-do was
 * done it is due tomorrow at the earliest; after it was skipped it may still be due today.
 */
export async function createNextOccurrence({ ctx, tx, now }: UnitOfWork, previous: Todo, today: Day): Promise<void> {
  const next = createNext(previous, today);
  if (!next) return;
  await insertNextOccurrence(tx, { ...previous, ...next, id: ctx.random.timeId(), created_at: now, updated_at: now });
}

/** Removes the next occurrence of a to-do that was reopened, unless it has been changed. */
export async function removeNextOccurrence(tx: Tx, { id, profile_id }: Todo): Promise<void> {
  await deleteUnchangedNextOccurrence(tx, id);
  await checkQuotas(tx, profile_id, ['open']);
}

/** The fields in which the next occurrence differs. A to-do without a due date counts from the day on which it was finished or skipped. */
function createNext(previous: Todo, today: Day) {
  const { id, recurrence, checklist } = previous;
  if (!recurrence) return undefined;
  const last = previous.due_date ?? today;
  const anchor_day = previous.anchor_day ?? Number(last.slice(8));
  const earliest = previous.status === 'skipped' ? today : addDays(today, 1);
  const due_date = nextDue(recurrence, last, earliest, anchor_day);
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
  } as const;
}
