import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import { notFound } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { listGuardians } from '../../accounts/index.ts';
import { awardApproval } from '../award-xp.ts';
import { saveTodo } from '../change-todo.ts';
import { pruneClosedTodos } from '../list-quotas.ts';
import { lockList } from '../lists-store.ts';
import { findTodo, type Todo } from '../todos-store.ts';
import { validateText } from '../validate-todo.ts';

export interface TodoReview {
  readonly decision: 'approved' | 'rejected';
  readonly note: string | null;
}

/** A guardian approves or rejects a finished to-do; approving pays XP. Repeating the decision changes nothing. */
export async function reviewTodo(
  ctx: Context,
  parentProfileId: string,
  todoId: string,
  { decision, note }: TodoReview,
): Promise<Todo> {
  const decision_note = validateText('note', note ?? '', 500, localized.todos.invalidNote) || null;
  return ctx.write(async (unit) => {
    const { tx, now } = unit;
    const todo = await lockChildsTodo(tx, parentProfileId, todoId);
    if (todo.status === decision) return todo;
    if (todo.status !== 'awaiting_approval') {
      throw new ApiError('CONFLICT', localized.todos.illegalTransition, { reason: 'illegal_transition' });
    }
    const decided = await saveTodo(unit, todo, { status: decision, decided_at: now, decision_note, xp_paid: 0 });
    await pruneClosedTodos(tx, decided);
    return decision === 'approved' ? awardApproval(unit, decided) : decided;
  });
}

async function lockChildsTodo(tx: Tx, parentProfileId: string, todoId: string): Promise<Todo> {
  const found = await findTodo(tx, todoId);
  const guardians = found ? await listGuardians(tx, found.profile_id) : [];
  if (!found || !guardians.some(({ id }) => id === parentProfileId)) throw notFound();
  await lockList(tx, found.profile_id);
  const todo = await findTodo(tx, todoId); // read again under the lock
  if (!todo) throw notFound();
  return todo;
}
