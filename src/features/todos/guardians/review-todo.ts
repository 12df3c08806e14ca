import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { requireNoChildDeletion } from '../../accounts/index.ts';
import { awardXp } from '../award-xp.ts';
import { saveTodo } from '../change-todo.ts';
import { isClosed } from '../rules.ts';
import { pruneClosedTodos } from '../todo-quotas.ts';
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
    const decidedTodo = await saveDecision(ctx, todo, decision, decision_note);
    if (isClosed(decidedTodo.status)) await pruneClosedTodos(ctx, decidedTodo.profile_id);
    return decidedTodo;
  });
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
  decision_note: string | null,
): Promise<Todo> {
  const decidedTodo = await saveTodo(ctx, todo, { status: decision, decided_at: ctx.now(), decision_note, xp_paid: 0 });
  return decision === 'approved' ? awardXp(ctx, decidedTodo, null) : decidedTodo;
}
