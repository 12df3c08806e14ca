import { ApiError, createFieldError } from '../../../core/requests/api-error.ts';
import type { Day } from '../../../core/time/days.ts';
import { addSeconds, type Instant } from '../../../core/time/instant.ts';
import { parseUndoKeys, UNDO_SECONDS } from '../../../core/time/undo.ts';
import { localized } from '../../../locales/index.ts';
import { forEachBatchYielding, forEachYieldingToEventLoop } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { loadFamily } from '../../accounts/index.ts';
import { lockList } from '../lists-store.ts';
import { listDueDays } from '../recurrence/recurrence.ts';
import { canBeUndone, isClosed, isOpen, OPEN_STATUSES, type TodoStatus } from '../rules.ts';
import { findTodo, type Todo } from '../todos-store.ts';
import {
  type ChangeScope,
  deleteAssignedTodo,
  editAssignedTodo,
  lockChangeableTodo,
  type TodoEdit,
  validateEdit,
} from './change-assigned-todo.ts';
import {
  clearPlannedChanges,
  listDueChanges,
  listOpenTodosUntil,
  listTodoStatuses,
  planChange,
} from './guardian-todos-store.ts';
import { isGuardian } from './lock-child-todo.ts';
import {
  completeTodo,
  lockReviewedTodo,
  lockTickableTodo,
  reviewTodo,
  type TodoReview,
  takeBackDecision,
  validateDecisionNote,
} from './review-todo.ts';

// What a guardian decides in the panel is stored with the to-do and carried out after ten seconds. Until then, undoing it leaves no trace
// (gap 201). Afterward, a decision is reversed (gap 229, decision 0107).

interface PlannedReview {
  readonly act: TodoReview['decision'];
  readonly note: string | null;
}
interface PlannedDeletion {
  readonly act: 'deleted';
  readonly scope: ChangeScope;
}
interface PlannedEdit {
  readonly act: 'edited';
  readonly edit: TodoEdit;
}
interface PlannedCompletion {
  readonly act: 'completed';
  readonly at: Instant;
}
type PlannedChange = (PlannedReview | PlannedDeletion | PlannedEdit | PlannedCompletion) & {
  /** The profile id of the guardian. */
  readonly by: string;
};

const DECISIONS = ['approved', 'rejected'] as const satisfies readonly TodoReview['decision'][];

/** How many to-dos one transaction changes, which on SQLite other requests wait for. */
const TODOS_PER_TRANSACTION = 50;
/** The planned changes that one run carries out. */
const MAX_DUE_CHANGES = 1000;

/** What is planned for a to-do; null if nothing is. */
export function getPlannedAct({ planned_change }: Pick<Todo, 'planned_change'>): PlannedChange['act'] | null {
  return planned_change === null ? null : (JSON.parse(planned_change) as PlannedChange).act;
}

/** The status that a to-do has when what is planned for it has been carried out. */
export function getPlannedStatus(todo: Pick<Todo, 'status' | 'planned_change'>): TodoStatus {
  const act = getPlannedAct(todo);
  if (act === 'completed') return 'approved';
  return act === 'approved' || act === 'rejected' ? act : todo.status;
}

/**
 * Plans a guardian's decision on a to-do. Repeating it changes nothing. Refuses what `reviewTodo` refuses, a rejection without a note
 * (400), and a to-do on which something else is planned (409).
 */
export async function planTodoReview(
  ctx: Context,
  parentProfileId: string,
  todoId: string,
  { decision, note }: TodoReview,
): Promise<Todo> {
  const change = toPlannedReview(parentProfileId, { decision, note });
  return ctx.write(async (ctx) => {
    const todo = await lockReviewedTodo(ctx, parentProfileId, todoId, decision);
    return todo.status === decision ? todo : plan(ctx, todo, change);
  });
}

function toPlannedReview(by: string, { decision, note }: TodoReview): PlannedChange {
  const validNote = validateDecisionNote(note);
  if (decision === 'rejected' && validNote === null) throw createFieldError('note', localized.todos.noteMissing);
  return { act: decision, note: validNote, by };
}

/**
 * Plans to finish and approve an open assigned to-do in place of the child, or to approve it if the child has just submitted it. A second
 * tap changes nothing. Refuses what `completeTodo` refuses, and a to-do for which something else is planned (409).
 */
export async function planTodoCompletion(ctx: Context, parentProfileId: string, todoId: string): Promise<Todo> {
  const at = ctx.now();
  await rehearse(ctx, (ctx) => completeTodo(ctx, parentProfileId, todoId, at));
  return ctx.write(async (ctx) => {
    const todo = await lockTickableTodo(ctx, parentProfileId, todoId);
    if (isClosed(todo.status) || getPlannedAct(todo) === 'completed') return todo;
    const by = parentProfileId;
    return plan(ctx, todo, isOpen(todo.status) ? { act: 'completed', at, by } : { act: 'approved', note: null, by });
  });
}

/** Plans to delete an assigned to-do. Refuses what `deleteAssignedTodo` refuses. */
export async function planTodoDeletion(
  ctx: Context,
  parentProfileId: string,
  todoId: string,
  scope: ChangeScope,
): Promise<Todo> {
  return ctx.write(async (ctx) => {
    const todo = await lockChangeableTodo(ctx, parentProfileId, todoId);
    return plan(ctx, todo, { act: 'deleted', scope, by: parentProfileId });
  });
}

/**
 * Plans to edit an assigned to-do. A second tap changes nothing. Refuses what `editAssignedTodo` refuses, so that nobody is told of
 * an edit that cannot be carried out, and a to-do for which something else is planned (409).
 */
export async function planTodoEdit(
  ctx: Context,
  parentProfileId: string,
  todoId: string,
  edit: TodoEdit,
): Promise<Todo> {
  const change: PlannedChange = { act: 'edited', edit, by: parentProfileId };
  await rehearse(ctx, async (ctx) => {
    const { planned_change } = await lockChangeableTodo(ctx, parentProfileId, todoId);
    if (planned_change === null) await editAssignedTodo(ctx, parentProfileId, todoId, edit);
  });
  return ctx.write(async (ctx) => {
    const todo = await lockChangeableTodo(ctx, parentProfileId, todoId);
    if (todo.planned_change !== null && todo.planned_change !== JSON.stringify(change))
      throw new ApiError('CONFLICT', localized.todos.changedMeanwhile);
    return plan(ctx, todo, change);
  });
}

/** Runs a change and rolls it back. Throws what the change throws. */
async function rehearse(ctx: Context, change: (ctx: TxContext) => Promise<void>): Promise<void> {
  const rollback = new Error('The rehearsal has ended.');
  try {
    await ctx.write(async (ctx) => {
      await change(ctx);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
}

/** Returns a to-do as it will be when a planned edit has been carried out. */
export function applyPlannedEdit(ctx: Context, todo: Todo): Todo {
  const change: PlannedChange | null = todo.planned_change === null ? null : JSON.parse(todo.planned_change);
  return change?.act === 'edited' ? { ...todo, ...validateEdit(ctx, todo, change.edit) } : todo;
}

/**
 * The open to-dos of these children that are due until `lastDay`, have no date or are paused, by date, as they will be when what is
 * planned for them has been carried out.
 */
export async function listTodosUntil(ctx: Context, childIds: readonly string[], lastDay: Day): Promise<Todo[]> {
  const todos = await listOpenTodosUntil(ctx, childIds, lastDay);
  return todos.filter((todo) => getPlannedAct(todo) !== 'deleted').map((todo) => applyPlannedEdit(ctx, todo));
}

/**
 * The days from `today` through `lastDay` on which the plan shows an open to-do. What was sent back does not recur, since the next one of its
 * series exists already. What a guardian ticked today is due on its next days.
 */
export function listPlannedDays(todo: Todo, today: Day, lastDay: Day): Day[] {
  const days = listDueDays(todo.status === 'rejected' ? { ...todo, recurrence: null } : todo, today, lastDay);
  return getPlannedAct(todo) === 'completed' ? days.filter((day) => day > today) : days;
}

/**
 * Plans the same decision on to-dos of a parent's children, in several transactions. Returns how many of them are so decided or going to be. A
 * to-do that does not wait for a decision does not change, and causes no write. Refuses a rejection without a note (400).
 */
export async function planTodoReviews(
  ctx: Context,
  parentProfileId: string,
  todoIds: readonly string[],
  review: TodoReview,
): Promise<number> {
  const change = toPlannedReview(parentProfileId, review);
  const { childrenWithoutDeletion } = await loadFamily(ctx, parentProfileId);
  const childIds = childrenWithoutDeletion.map(({ id }) => id);
  const todos = await listTodoStatuses(ctx, childIds, todoIds);
  const waitingTodos = todos.filter(({ status, planned_change }) => status === 'awaiting_approval' && !planned_change);
  let decidedCount = todos.filter((todo) => getPlannedStatus(todo) === review.decision).length;
  for (const [childId, todosOfChild] of Map.groupBy(waitingTodos, ({ profile_id }) => profile_id)) {
    const ids = todosOfChild.map(({ id }) => id);
    await forEachBatchYielding(ids, TODOS_PER_TRANSACTION, async (batch) => {
      decidedCount += await ctx.write(async (ctx) => {
        await lockList(ctx, childId);
        return savePlannedChange(ctx, childId, batch, change);
      });
    });
  }
  return decidedCount;
}

/**
 * Undoes what a guardian has planned for to-dos of a parent's children, or has decided or added in the last 24 hours. Each key is the id of a
 * to-do, and the decision or "added", unless it is an edit or a deletion. Returns how many to-dos that changes; keys of other families change none.
 */
export async function undoTodoChanges(ctx: Context, parentProfileId: string, keys: readonly string[]): Promise<number> {
  const decisions = parseUndoKeys(keys);
  const { childrenWithoutDeletion } = await loadFamily(ctx, parentProfileId);
  const childIds = childrenWithoutDeletion.map(({ id }) => id);
  const todos = await listTodoStatuses(ctx, childIds, [...decisions.keys()]);
  let undoneCount = 0;
  for (const [childId, todosOfChild] of Map.groupBy(todos, ({ profile_id }) => profile_id)) {
    await forEachBatchYielding(todosOfChild, TODOS_PER_TRANSACTION, async (batch) => {
      undoneCount += await ctx.write(async (ctx) => {
        await lockList(ctx, childId);
        if (!(await isGuardian(ctx, parentProfileId, childId))) return 0;
        let count = 0;
        for (const { id } of batch) if (await undoChange(ctx, parentProfileId, id, decisions.get(id))) count += 1;
        return count;
      });
    });
  }
  return undoneCount;
}

async function undoChange(
  ctx: TxContext,
  parentProfileId: string,
  id: string,
  decision: string | undefined,
): Promise<boolean> {
  const todo = await findTodo(ctx, id);
  if (!todo) return false;
  if (decision === 'added') return undoAssignment(ctx, parentProfileId, todo);
  const plannedAct = getPlannedAct(todo);
  const decided = DECISIONS.find((name) => name === decision);
  if (plannedAct === null) return decided !== undefined && takeBackDecision(ctx, todo, decided);
  const isPlanned = decision === undefined || decision === (plannedAct === 'completed' ? 'approved' : plannedAct);
  return isPlanned && (await clearPlannedChanges(ctx, todo.profile_id, [id])) > 0;
}

/** Deletes a to-do that was added in the last 24 hours, and its series, unless somebody has changed it. */
async function undoAssignment(ctx: TxContext, parentProfileId: string, todo: Todo): Promise<boolean> {
  const isUnchanged = todo.revision === 0 && todo.previous_id === null && todo.planned_change === null;
  if (!isUnchanged || todo.assigned_by === null || !canBeUndone(todo.created_at, ctx.now())) return false;
  await deleteAssignedTodo(ctx, parentProfileId, todo.id, 'series');
  return true;
}

/** Carries out the planned changes that are due. */
export async function carryOutTodoChanges(ctx: Context): Promise<void> {
  await forEachYieldingToEventLoop(await listDueChanges(ctx, MAX_DUE_CHANGES), async ({ id, profile_id }) => {
    try {
      await ctx.write((ctx) => carryOut(ctx, id, profile_id));
    } catch (error) {
      // The to-do has changed in the meantime, or the parent is no longer a guardian. Then nothing is planned anymore.
      if (!(error instanceof ApiError)) throw error;
      await ctx.write((ctx) => takePlannedChange(ctx, id, profile_id));
    }
  });
}

async function carryOut(ctx: TxContext, id: string, profileId: string): Promise<void> {
  const change = await takePlannedChange(ctx, id, profileId);
  if (change?.act === 'deleted') await deleteAssignedTodo(ctx, change.by, id, change.scope);
  else if (change?.act === 'edited') await editAssignedTodo(ctx, change.by, id, change.edit);
  else if (change?.act === 'completed') await completeTodo(ctx, change.by, id, change.at);
  else if (change) await reviewTodo(ctx, change.by, id, { decision: change.act, note: change.note });
}

/** Removes the planned change of a to-do, if it is due, and returns it. Of several processes, one gets it. */
async function takePlannedChange(ctx: TxContext, id: string, profileId: string): Promise<PlannedChange | undefined> {
  await lockList(ctx, profileId);
  const todo = await findTodo(ctx, id);
  if (!todo?.planned_change || (todo.change_due_at ?? '') > ctx.now()) return undefined;
  await clearPlannedChanges(ctx, profileId, [id]);
  return JSON.parse(todo.planned_change);
}

/** Plans a change, or refuses if something else is planned (409). The caller must hold the lock of the list. */
async function plan(ctx: TxContext, todo: Todo, change: PlannedChange): Promise<Todo> {
  const plannedAct = getPlannedAct(todo);
  if (plannedAct !== null && plannedAct !== change.act)
    throw new ApiError('CONFLICT', localized.todos.changedMeanwhile);
  await savePlannedChange(ctx, todo.profile_id, [todo.id], change);
  return todo;
}

function savePlannedChange(ctx: TxContext, profileId: string, ids: readonly string[], change: PlannedChange) {
  return planChange(ctx, profileId, ids, {
    status: change.act === 'approved' || change.act === 'rejected' ? ['awaiting_approval'] : OPEN_STATUSES,
    planned_change: JSON.stringify(change),
    change_due_at: addSeconds(ctx.now(), UNDO_SECONDS),
  });
}
