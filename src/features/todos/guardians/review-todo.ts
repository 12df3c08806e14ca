import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import { notFound } from '../../../platform/api-errors.ts';
import { forEachGroupYielding } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { listChildren, listGuardians } from '../../accounts/index.ts';
import { awardApproval } from '../award-xp.ts';
import { saveTodo } from '../change-todo.ts';
import { pruneClosedTodos, pruneIfClosed } from '../list-quotas.ts';
import { lockList } from '../lists-store.ts';
import { findTodo, type Todo } from '../todos-store.ts';
import { validateText } from '../validate-todo.ts';
import { listStatuses } from './guardian-todos-store.ts';

/** Few enough that on SQLite, where a transaction blocks the event loop, requests wait only milliseconds for it. */
const APPROVALS_PER_TRANSACTION = 10;

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
    const { tx } = unit;
    const todo = await lockChildTodo(tx, parentProfileId, todoId);
    if (todo.status === decision) return todo;
    if (todo.status !== 'awaiting_approval') {
      throw new ApiError('CONFLICT', localized.todos.illegalTransition, { reason: 'illegal_transition' });
    }
    const decided = await decide(unit, todo, decision, decision_note);
    await pruneIfClosed(tx, decided);
    return decided;
  });
}

/**
 * Approves to-dos of a parent's children in several transactions, and returns how many of them are approved now. To-dos
 * that do not wait for approval stay as they are, without a write.
 */
export async function approveTodos(ctx: Context, parentProfileId: string, todoIds: readonly string[]): Promise<number> {
  const childIds = (await listChildren(ctx.db, parentProfileId)).map(({ id }) => id);
  const found = await listStatuses(ctx.db, childIds, todoIds);
  const waiting = found.filter(({ status }) => status === 'awaiting_approval');
  let approved = found.filter(({ status }) => status === 'approved').length;
  for (const [childId, todos] of Map.groupBy(waiting, ({ profile_id }) => profile_id)) {
    const ids = todos.map(({ id }) => id);
    await forEachGroupYielding(ids, APPROVALS_PER_TRANSACTION, async (group) => {
      approved += await ctx.write((unit) => approveWaiting(unit, parentProfileId, childId, group));
    });
    // Once for the list. If the process dies before, the next to-do that is closed does it.
    await ctx.write(async ({ tx }) => {
      await lockList(tx, childId);
      await pruneClosedTodos(tx, childId);
    });
  }
  return approved;
}

/** Approves those of these to-dos of one list that still wait, and returns how many of them are approved now. */
async function approveWaiting(
  unit: UnitOfWork,
  parentProfileId: string,
  childId: string,
  ids: readonly string[],
): Promise<number> {
  const { tx } = unit;
  if (!(await isGuardian(tx, parentProfileId, childId))) return 0;
  await lockList(tx, childId);
  let approved = 0;
  for (const id of ids) {
    const todo = await findTodo(tx, id); // it may have been decided meanwhile
    const decided = todo?.status === 'awaiting_approval' ? await decide(unit, todo, 'approved', null) : todo;
    if (decided?.status === 'approved') approved += 1;
  }
  return approved;
}

/** The caller holds the list lock. */
async function decide(
  unit: UnitOfWork,
  todo: Todo,
  decision: TodoReview['decision'],
  decision_note: string | null,
): Promise<Todo> {
  const decided = await saveTodo(unit, todo, { status: decision, decided_at: unit.now, decision_note, xp_paid: 0 });
  return decision === 'approved' ? awardApproval(unit, decided) : decided;
}

async function lockChildTodo(tx: Tx, parentProfileId: string, todoId: string): Promise<Todo> {
  const found = await findTodo(tx, todoId);
  if (!found || !(await isGuardian(tx, parentProfileId, found.profile_id))) throw notFound();
  await lockList(tx, found.profile_id);
  const todo = await findTodo(tx, todoId); // read again under the lock
  if (!todo) throw notFound();
  return todo;
}

async function isGuardian(tx: Tx, parentId: string, childId: string): Promise<boolean> {
  return (await listGuardians(tx, childId)).some(({ id }) => id === parentId);
}
