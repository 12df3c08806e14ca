import { ApiError } from '../../../core/requests/api-error.ts';
import { toLocalNow } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { requireNoChildDeletion } from '../../accounts/index.ts';
import { getChildTimeZone } from '../../progress/index.ts';
import { awardXp, revokeXp } from '../award-xp.ts';
import { finishInPlaceOfChild, reopenInPlaceOfChild, saveTodo } from '../change-todo.ts';
import { canBeUndone, isClosed, isOpen } from '../rules.ts';
import { checkQuotas, pruneClosedTodos } from '../todo-quotas.ts';
import type { Todo } from '../todos-store.ts';
import { validateText } from '../validate-todo.ts';
import { lockChildTodo } from './lock-child-todo.ts';

/** In characters. */
const MAX_DECISION_NOTE_LENGTH = 500;

export interface TodoReview {
  readonly decision: 'approved' | 'rejected';
  readonly note: string | null;
}

/**
 * Saves a guardian's decision on a to-do that waits for approval. An approval awards XP. Repeating the decision changes
 * nothing. Refuses an invalid note (400), a to-do of another family (404), and a to-do that does not wait for approval or
 * whose child will be deleted (409).
 */
export async function reviewTodo(
  ctx: Context,
  parentProfileId: string,
  todoId: string,
  { decision, note }: TodoReview,
): Promise<Todo> {
  const decision_note = validateDecisionNote(note);
  return ctx.write(async (ctx) => {
    const todo = await lockReviewedTodo(ctx, parentProfileId, todoId, decision);
    if (todo.status === decision) return todo;
    const decided = { decided_at: ctx.now(), decided_by: parentProfileId, decision_note };
    const decidedTodo = await saveDecision(ctx, todo, decision, decided);
    if (isClosed(decidedTodo.status)) await pruneClosedTodos(ctx, decidedTodo.profile_id);
    return decidedTodo;
  });
}

/**
 * Finishes and approves an open assigned to-do in place of the child, at the instant at which a guardian has ticked it, so that it has the
 * same `completed_at` and `decided_at`. The day does not count for the streak. If the child has submitted it since, approves it. Changes
 * nothing if it is finished. Refuses any other to-do (404), an occurrence whose day has not come (409), and what `reviewTodo` refuses.
 */
export async function completeTodo(ctx: Context, parentProfileId: string, todoId: string, at: Instant): Promise<void> {
  await ctx.write(async (ctx) => {
    const todo = await lockTickableTodo(ctx, parentProfileId, todoId);
    if (todo.status === 'awaiting_approval')
      await reviewTodo(ctx, parentProfileId, todoId, { decision: 'approved', note: null });
    if (!isOpen(todo.status)) return;
    const localNow = toLocalNow(at, await getChildTimeZone(ctx, todo.profile_id));
    const finishedTodo = await finishInPlaceOfChild(ctx, todo, localNow);
    const decided = { decided_at: at, decided_by: parentProfileId, decision_note: null };
    await saveDecision(ctx, finishedTodo, 'approved', decided);
  });
}

/**
 * Takes a decision of the last 24 hours back: the to-do waits for approval again, or is open again if a guardian ticked it. Revokes what
 * the child has earned with it. Returns false if the to-do has no such decision anymore. Refuses what `revokeXp` refuses, and a list that is full
 * (409). The caller must hold the lock of the list.
 */
export async function takeBackDecision(ctx: TxContext, todo: Todo, decision: TodoReview['decision']): Promise<boolean> {
  if (todo.status !== decision || !canDecisionBeUndone(todo, ctx.now())) return false;
  const undecided = { decided_at: null, decided_by: null, decision_note: null, xp_paid: 0 };
  if (isTicked(todo)) {
    const localNow = toLocalNow(ctx.now(), await getChildTimeZone(ctx, todo.profile_id));
    const reopenedTodo = await reopenInPlaceOfChild(ctx, await saveTodo(ctx, todo, undecided), localNow);
    await revokeXp(ctx, reopenedTodo, todo.xp_paid, todo.completed_at ?? undefined);
    return true;
  }
  const waitingTodo = await saveTodo(ctx, todo, { status: 'awaiting_approval', ...undecided });
  await checkQuotas(ctx, todo.profile_id, ['awaitingApprovalCount', 'textBytes']);
  if (decision === 'approved') await revokeXp(ctx, waitingTodo, todo.xp_paid, todo.completed_at ?? undefined);
  return true;
}

/** Whether a guardian has ticked an approved to-do in place of the child. */
function isTicked({ status, completed_at, decided_at }: Pick<Todo, 'status' | 'completed_at' | 'decided_at'>) {
  return status === 'approved' && completed_at === decided_at;
}

/** Whether a guardian can undo the decision on a to-do, which was made in the last 24 hours. */
export function canDecisionBeUndone(
  { assigned_by, paused_at, decided_at }: Pick<Todo, 'assigned_by' | 'paused_at' | 'decided_at'>,
  now: Instant,
): boolean {
  return assigned_by !== null && paused_at === null && canBeUndone(decided_at, now);
}

/** Locks the list of an assigned to-do that can be ticked or is finished, and reads it. Refuses others (404, 409). */
export async function lockTickableTodo(ctx: TxContext, parentProfileId: string, todoId: string): Promise<Todo> {
  const todo = await lockChildTodo(ctx, parentProfileId, todoId);
  if (todo.assigned_by === null || todo.paused_at !== null || todo.status === 'skipped') throw createNotFoundError();
  await requireNoChildDeletion(ctx, todo.profile_id);
  return todo;
}

/** Returns the normalized note; null if it is empty. Refuses an invalid one (400). */
export function validateDecisionNote(note: string | null): string | null {
  return validateText('note', note ?? '', MAX_DECISION_NOTE_LENGTH, localized.todos.invalidNote) || null;
}

/** Locks the list of a to-do that waits for approval, or on which the decision has been made, and reads it. Refuses others (404, 409). */
export async function lockReviewedTodo(
  ctx: TxContext,
  parentProfileId: string,
  todoId: string,
  decision: TodoReview['decision'],
): Promise<Todo> {
  const todo = await lockChildTodo(ctx, parentProfileId, todoId);
  if (todo.status === decision) return todo;
  await requireNoChildDeletion(ctx, todo.profile_id);
  if (todo.status !== 'awaiting_approval')
    throw new ApiError('CONFLICT', localized.todos.illegalTransition, { reason: 'illegal_transition' });
  return todo;
}

/** Saves a decision. The caller must hold the lock of the list. */
async function saveDecision(
  ctx: TxContext,
  todo: Todo,
  decision: TodoReview['decision'],
  decided: Pick<Todo, 'decided_at' | 'decided_by' | 'decision_note'>,
): Promise<Todo> {
  const decidedTodo = await saveTodo(ctx, todo, { status: decision, ...decided, xp_paid: 0 });
  return decision === 'approved' ? awardXp(ctx, decidedTodo, null) : decidedTodo;
}
