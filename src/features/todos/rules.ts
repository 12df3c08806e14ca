import type { Caller } from '../../core/requests/caller.ts';
import { type DayLimit, getNextAllowedAt, isNewDay } from '../../core/time/day-limit.ts';
import { addDays, type Day, type LocalNow, toClampedLocalDay } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import { getUndoStart } from '../../core/time/undo.ts';
import type { TodoRow } from '../../schema/tables.ts';

export const TODO_STATUSES = ['pending', 'done', 'awaiting_approval', 'approved', 'rejected', 'skipped'] as const;
export const TODO_PRIORITIES = ['low', 'normal', 'high'] as const;
export type TodoStatus = (typeof TODO_STATUSES)[number];

/** Open to-dos can be overdue. To-dos that wait for approval are not open (gap 46). */
export const OPEN_STATUSES: readonly TodoStatus[] = ['pending', 'rejected'];

/** The XP for a to-do that a child created. */
export const OWN_TODO_XP = 2;
/** How many to-dos that a child created can earn XP on one day. */
export const REWARDED_OWN_TODOS_PER_DAY = 5;
export const MAX_TODO_XP = 50;

/** The status changes that the owner of a to-do may make. */
export type Transition = 'finish' | 'submit' | 'skip' | 'withdraw' | 'undo';

/** The day limit of a to-do's series before any occurrence has been completed. */
export const INITIAL_DAY_LIMIT: DayLimit = { lastDay: null, reservedUntil: null };

export interface TodoState extends Pick<TodoRow, 'status' | 'assigned_by' | 'completed_at'> {
  readonly requires_approval: boolean;
}

/** Returns the transition to a requested status: 'unchanged' if the to-do already has it, undefined if the change is not allowed. */
export function findTransition(
  todo: TodoState,
  requestedStatus: TodoStatus,
  now: Instant,
): Transition | 'unchanged' | undefined {
  const { status } = todo;
  // A child can send `done` for every to-do. The service decides whether a parent has to approve it first.
  const targetStatus = requestedStatus === 'done' && needsApproval(todo) ? 'awaiting_approval' : requestedStatus;
  if (targetStatus === status || requestedStatus === status) return 'unchanged';
  if (targetStatus === 'done') return isOpen(status) ? 'finish' : undefined;
  if (targetStatus === 'awaiting_approval') return needsApproval(todo) && isOpen(status) ? 'submit' : undefined;
  if (targetStatus === 'skipped') return status === 'pending' ? 'skip' : undefined;
  if (targetStatus !== 'pending') return undefined;
  if (status === 'awaiting_approval') return 'withdraw';
  return status === 'done' && canBeUndone(todo.completed_at, now) ? 'undo' : undefined;
}

/** The fields of an occurrence that determine from which day it can be finished. */
type Occurrence = Pick<TodoRow, 'status' | 'due_date'> & { readonly recurrence: object | null };

/**
 * The local day from which a transition is allowed; null when it is allowed now. An occurrence cannot be finished or
 * skipped before its day begins, and only one occurrence of a series can be completed on a local day (gap 129). A rejected
 * occurrence can be submitted again immediately, because its day was already counted when it was first submitted.
 */
export function findEarliestDay(
  transition: Transition,
  todo: Occurrence,
  dayLimit: DayLimit,
  localNow: LocalNow,
): Day | null {
  if (todo.recurrence === null || todo.status !== 'pending' || !createsNextOccurrence(transition)) return null;
  const requiredDays = [
    // an empty text sorts before every day
    todo.due_date ?? '',
    completesOccurrence(transition, todo) ? findNextAllowedDay(dayLimit, localNow) : '',
  ];
  const earliestDay = requiredDays.toSorted().at(-1) ?? '';
  return earliestDay > localNow.today ? earliestDay : null;
}

/** Whether a transition completes an occurrence of a series. At most one occurrence can be completed on a local day. */
export function completesOccurrence(transition: Transition, { recurrence, status }: Occurrence): boolean {
  return recurrence !== null && status === 'pending' && (transition === 'finish' || transition === 'submit');
}

/** The first local day on which an occurrence of the series can be completed again; an empty text if that is today. */
function findNextAllowedDay(dayLimit: DayLimit, localNow: LocalNow): Day {
  const { now, timeZone, today } = localNow;
  if (isNewDay(dayLimit, localNow)) return '';
  const dayAfterLastDay = addDays(dayLimit.lastDay ?? today, 1);
  const firstDayWithinLimit = toClampedLocalDay(
    dayLimit.reservedUntil === null ? now : getNextAllowedAt(dayLimit.reservedUntil),
    timeZone,
  );
  return [dayAfterLastDay, firstDayWithinLimit, addDays(today, 1)].toSorted().at(-1) ?? '';
}

/** The statuses that the owner may send now. To submit a to-do for approval, the owner sends `done`. */
export function listAllowedStatuses(
  todo: TodoState & Occurrence,
  dayLimit: DayLimit,
  localNow: LocalNow,
): TodoStatus[] {
  return TODO_STATUSES.filter((status) => {
    const transition = findTransition(todo, status, localNow.now);
    if (transition === undefined || transition === 'unchanged' || status === 'awaiting_approval') return false;
    return findEarliestDay(transition, todo, dayLimit, localNow) === null;
  });
}

/** The fields of a to-do that a transition changes, with their new values. */
export function applyTransition(transition: Transition, now: Instant) {
  if (transition === 'finish') return { status: 'done', completed_at: now } as const;
  if (transition === 'skip') return { status: 'skipped' } as const;
  if (transition === 'submit') {
    return {
      status: 'awaiting_approval',
      completed_at: now,
      decided_at: null,
      decision_note: null,
      decided_by: null,
    } as const;
  }
  // After `withdraw` and `undo`, a decision that is planned has nothing to decide.
  return { status: 'pending', completed_at: null, xp_paid: 0, planned_change: null, change_due_at: null } as const;
}

/** Whether a transition creates the next occurrence of a recurring to-do: the owner finishes, submits or skips the to-do. */
export function createsNextOccurrence(transition: Transition): boolean {
  return transition === 'finish' || transition === 'submit' || transition === 'skip';
}

export function isOpen(status: TodoStatus): boolean {
  return OPEN_STATUSES.includes(status);
}

/** Whether a to-do is done, approved or skipped. Closed to-dos have separate quotas. */
export function isClosed(status: TodoStatus): boolean {
  return !isOpen(status) && status !== 'awaiting_approval';
}

export function isOverdue({ status, due_date }: Pick<TodoRow, 'status' | 'due_date'>, today: Day): boolean {
  return isOpen(status) && due_date !== null && due_date < today;
}

/**
 * Whether a parent has to approve a to-do. When the parent who assigned the to-do is no longer a guardian, the to-do is the
 * child's own and needs no approval.
 */
export function needsApproval({ requires_approval, assigned_by }: Omit<TodoState, 'completed_at'>): boolean {
  return requires_approval && assigned_by !== null;
}

/** The XP for finishing a to-do, if no daily limit is reached. */
export function getXpReward(
  { assigned_by, xp_reward }: Pick<TodoRow, 'assigned_by' | 'xp_reward'>,
  role: Caller['role'],
) {
  if (role !== 'child') return 0;
  return assigned_by === null ? OWN_TODO_XP : xp_reward;
}

/** Whether the child can still undo what it has finished at an instant, or a guardian what it has decided then. */
export function canBeUndone(at: Instant | null, now: Instant): boolean {
  return at !== null && at >= getUndoStart(now);
}
