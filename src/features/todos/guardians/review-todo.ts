import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import { forEachBatchYielding } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { loadFamily, requireNoChildDeletion } from '../../accounts/index.ts';
import { awardXp } from '../award-xp.ts';
import { saveTodo } from '../change-todo.ts';
import { lockList } from '../lists-store.ts';
import { isClosed } from '../rules.ts';
import { pruneClosedTodos } from '../todo-quotas.ts';
import { findTodo, type Todo } from '../todos-store.ts';
import { validateText } from '../validate-todo.ts';
import { listTodoStatuses } from './guardian-todos-store.ts';
import { isGuardian, lockChildTodo } from './lock-child-todo.ts';

/**
 * On SQLite, a transaction blocks the event loop. The number is small, so that other requests do not wait long for a
 * transaction.
 */
const APPROVALS_PER_TRANSACTION = 10;
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
  const decision_note = validateText('note', note ?? '', MAX_DECISION_NOTE_LENGTH, localized.todos.invalidNote) || null;
  return ctx.write(async (ctx) => {
    const todo = await lockChildTodo(ctx, parentProfileId, todoId);
    if (todo.status === decision) return todo;
    await requireNoChildDeletion(ctx, todo.profile_id);
    if (todo.status !== 'awaiting_approval') {
      throw new ApiError('CONFLICT', localized.todos.illegalTransition, { reason: 'illegal_transition' });
    }
    const decidedTodo = await saveDecision(ctx, todo, decision, decision_note);
    if (isClosed(decidedTodo.status)) await pruneClosedTodos(ctx, decidedTodo.profile_id);
    return decidedTodo;
  });
}

/**
 * Approves to-dos of a parent's children in several transactions. Returns how many of them are approved afterward, including
 * to-dos that were already approved. A to-do that does not wait for approval does not change, and causes no write.
 */
export async function approveTodos(ctx: Context, parentProfileId: string, todoIds: readonly string[]): Promise<number> {
  const { childrenWithoutDeletion } = await loadFamily(ctx, parentProfileId);
  const childIds = childrenWithoutDeletion.map(({ id }) => id);
  const familyTodos = await listTodoStatuses(ctx, childIds, todoIds);
  const todosAwaitingApproval = familyTodos.filter(({ status }) => status === 'awaiting_approval');
  let approvedCount = familyTodos.filter(({ status }) => status === 'approved').length;
  for (const [childId, todos] of Map.groupBy(todosAwaitingApproval, ({ profile_id }) => profile_id)) {
    const ids = todos.map(({ id }) => id);
    await forEachBatchYielding(ids, APPROVALS_PER_TRANSACTION, async (batch) => {
      approvedCount += await ctx.write((ctx) => approveBatch(ctx, parentProfileId, childId, batch));
    });
    // The list is pruned only once. If the process crashes before that, the list is pruned when its next to-do is closed.
    await ctx.write(async (ctx) => {
      await lockList(ctx, childId);
      await pruneClosedTodos(ctx, childId);
    });
  }
  return approvedCount;
}

/**
 * Approves the to-dos with these ids that still wait for approval. Returns how many of the to-dos are approved afterward,
 * including to-dos that were already approved.
 */
async function approveBatch(
  ctx: TxContext,
  parentProfileId: string,
  childId: string,
  ids: readonly string[],
): Promise<number> {
  await lockList(ctx, childId);
  if (!(await isGuardian(ctx, parentProfileId, childId))) return 0;
  let approvedCount = 0;
  for (const id of ids) {
    const todo = await findTodo(ctx, id); // another guardian may have decided in the meantime
    const decidedTodo = todo?.status === 'awaiting_approval' ? await saveDecision(ctx, todo, 'approved', null) : todo;
    if (decidedTodo?.status === 'approved') approvedCount += 1;
  }
  return approvedCount;
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
