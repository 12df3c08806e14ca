import { ApiError } from '../../../core/requests/api-error.ts';
import { type Day, toClampedLocalDay } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { requireNoChildDeletion } from '../../accounts/index.ts';
import { getChildTimeZone } from '../../progress/index.ts';
import { saveTodo } from '../change-todo.ts';
import { continueSeriesWithout, skipMissedDays } from '../recurrence/occurrences.ts';
import { deleteEmptySeries, endRecurrence } from '../recurrence/series-store.ts';
import { isOpen } from '../rules.ts';
import { checkQuotas, hasLongerTexts } from '../todo-quotas.ts';
import { deleteTodo, type Todo } from '../todos-store.ts';
import { type AssignedTodoDraft, validateAssignment } from './assign-todo.ts';
import { getChildTodo, lockChildTodo } from './lock-child-todo.ts';

// What a guardian changes on an open to-do that a guardian has assigned (gap 200).

/** Whether a change applies only to this occurrence, or also to all that follow. */
export type ChangeScope = 'one' | 'series';

/** The new fields of a to-do. A checklist that is omitted does not change. */
export type TodoEdit = AssignedTodoDraft & { readonly scope: ChangeScope };

/** Reads an open, assigned to-do of a parent's child. Refuses any other to-do (404). */
export async function getChangeableTodo(ctx: Context, parentProfileId: string, todoId: string): Promise<Todo> {
  return requireChangeable(await getChildTodo(ctx, parentProfileId, todoId));
}

/**
 * Edits a to-do. With the scope `one`, the to-do leaves its series, which continues with the next occurrence. Refuses invalid
 * fields (400) and a list that is full or too large (409).
 */
export async function editAssignedTodo(
  ctx: Context,
  parentProfileId: string,
  todoId: string,
  { scope, ...draft }: TodoEdit,
): Promise<Todo> {
  return changeAssignedTodo(ctx, parentProfileId, todoId, async (ctx, todo, today) => {
    const isTakenOut = scope === 'one' && todo.recurrence !== null;
    if (isTakenOut) await continueSeriesWithout(ctx, todo, today);
    const editedTodo = await saveTodo(ctx, todo, validateEdit(ctx, todo, { scope, ...draft }));
    if (scope === 'series' && editedTodo.recurrence === null) await endRecurrence(ctx, editedTodo);
    if (isTakenOut) await checkQuotas(ctx, todo.profile_id, ['openCount', 'textBytes']);
    else if (hasLongerTexts(todo, editedTodo)) await checkQuotas(ctx, todo.profile_id, ['textBytes']);
    return editedTodo;
  });
}

/** Returns the normalized fields of an edited to-do. Refuses invalid fields (400). */
export function validateEdit(ctx: Context, todo: Todo, { scope, ...draft }: TodoEdit) {
  const fields = validateAssignment(ctx, draft, todo.checklist);
  return { ...fields, recurrence: (scope === 'series' && fields.recurrence) || null };
}

/** Hides a to-do from the child. The series does not continue until the to-do is resumed. */
export function pauseAssignedTodo(ctx: Context, parentProfileId: string, todoId: string): Promise<Todo> {
  return changeAssignedTodo(ctx, parentProfileId, todoId, async (ctx, todo) =>
    todo.paused_at === null ? saveTodo(ctx, todo, { paused_at: ctx.now() }) : todo,
  );
}

/** Shows a paused to-do again. A series continues on its next date, so that the to-do is not overdue at once. */
export function resumeAssignedTodo(ctx: Context, parentProfileId: string, todoId: string): Promise<Todo> {
  return changeAssignedTodo(ctx, parentProfileId, todoId, async (ctx, todo, today) => {
    if (todo.paused_at === null) return todo;
    return saveTodo(ctx, todo, { paused_at: null, due_date: skipMissedDays(todo, today) });
  });
}

/** Ends the series of a to-do, which stays as the last occurrence. */
export function endAssignedSeries(ctx: Context, parentProfileId: string, todoId: string): Promise<Todo> {
  return changeAssignedTodo(ctx, parentProfileId, todoId, async (ctx, todo) => {
    await endRecurrence(ctx, todo);
    return { ...todo, recurrence: null };
  });
}

/** Deletes a to-do. With the scope `one`, its series continues with the next occurrence. */
export function deleteAssignedTodo(
  ctx: Context,
  parentProfileId: string,
  todoId: string,
  scope: ChangeScope,
): Promise<Todo> {
  return changeAssignedTodo(ctx, parentProfileId, todoId, async (ctx, todo, today) => {
    if (scope === 'one') await continueSeriesWithout(ctx, todo, today);
    else await endRecurrence(ctx, todo);
    await deleteTodo(ctx, todo);
    if (todo.series_id !== null) await deleteEmptySeries(ctx, todo.profile_id);
    return todo;
  });
}

/**
 * Locks the list of an open, assigned to-do of a parent's child, and reads it. Refuses any other to-do (404), and a child whose deletion
 * is planned (409).
 */
export async function lockChangeableTodo(ctx: TxContext, parentProfileId: string, todoId: string): Promise<Todo> {
  const todo = requireChangeable(await lockChildTodo(ctx, parentProfileId, todoId));
  await requireNoChildDeletion(ctx, todo.profile_id);
  return todo;
}

/** Runs a change in a transaction that has locked the list. `today` is the child's local date. Refuses a to-do that will be deleted (409). */
async function changeAssignedTodo(
  ctx: Context,
  parentProfileId: string,
  todoId: string,
  change: (ctx: TxContext, todo: Todo, today: Day) => Promise<Todo>,
): Promise<Todo> {
  return ctx.write(async (ctx) => {
    const todo = await lockChangeableTodo(ctx, parentProfileId, todoId);
    if (todo.planned_change !== null) throw new ApiError('CONFLICT', localized.todos.changedMeanwhile);
    return change(ctx, todo, toClampedLocalDay(ctx.now(), await getChildTimeZone(ctx, todo.profile_id)));
  });
}

function requireChangeable(todo: Todo): Todo {
  if (todo.assigned_by === null || !isOpen(todo.status)) throw createNotFoundError();
  return todo;
}
