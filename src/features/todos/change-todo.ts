import { ApiError, createFieldError } from '../../core/requests/api-error.ts';
import type { User } from '../../core/requests/caller.ts';
import { type DayLimit, extendReservation, releaseReservation } from '../../core/time/day-limit.ts';
import { addDays, type LocalNow } from '../../core/time/days.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { requireConsent } from '../accounts/index.ts';
import { noteForGuardians } from '../notifications/index.ts';
import { awardCompletion, revokeXp } from './award-xp.ts';
import { differsOnlyInDone } from './checklist.ts';
import { lockList, raiseHighestPosition } from './lists-store.ts';
import { createNextOccurrence, removeNextOccurrence } from './recurrence/occurrences.ts';
import { deleteEmptySeries, getDayLimit, getSeriesId, listSeriesById, saveSeries } from './recurrence/series-store.ts';
import {
  applyTransition,
  completesOccurrence,
  createsNextOccurrence,
  findEarliestDay,
  findTransition,
  isClosed,
  type TodoStatus,
  type Transition,
} from './rules.ts';
import { checkQuotas, hasLongerTexts, pruneClosedTodos } from './todo-quotas.ts';
import { deleteTodo, findTodo, type Todo, updateTodo } from './todos-store.ts';
import { type TodoFields, type TodoInput, validateTodoInput } from './validate-todo.ts';

/** The fields and the status to change. Omitted fields do not change. */
export interface TodoChange extends TodoInput {
  readonly id: string;
  readonly status?: TodoStatus;
}

interface ChangedTodo {
  readonly todo: Todo;
  /** Limits the days on which occurrences of the to-do's series can be completed. */
  readonly dayLimit: DayLimit;
}

/**
 * Edits one of the caller's to-dos and changes its status, in one transaction. Refuses invalid fields (400), a to-do in another
 * list (404), fields that only the assigning parent may set (403), and a change of status that is not allowed, is too early
 * or exceeds a quota (409).
 */
export async function changeTodo(
  ctx: Context,
  caller: User,
  { id, status, ...input }: TodoChange,
  localNow: LocalNow,
): Promise<ChangedTodo> {
  const isEditing = Object.values(input).some((value) => value !== undefined);
  if (status === undefined && !isEditing) throw createFieldError('', localized.todos.nothingToChange);
  return ctx.write(async (ctx) => {
    const todo = await lockTodo(ctx, caller.profileId, id);
    const edit = validateEdit(ctx, todo, input);
    if (caller.role === 'child' && changesTexts(todo, edit)) await requireConsent(ctx, caller.profileId);
    const dayLimit = getDayLimit(await listSeriesById(ctx, [todo]), todo);
    const transition =
      status === undefined ? 'unchanged' : validateTransition({ ...todo, ...edit }, status, dayLimit, localNow);
    if (edit.position !== undefined) await raiseHighestPosition(ctx, todo.profile_id, edit.position);
    if (transition !== 'unchanged') return transitionTodo(ctx, caller, { todo, edit, transition, localNow });
    if (!isEditing) return { todo, dayLimit };
    const editedTodo = await saveTodo(ctx, todo, edit);
    if (hasLongerTexts(todo, editedTodo)) await checkQuotas(ctx, todo.profile_id, ['textBytes']);
    if (isClosed(editedTodo.status)) await pruneClosedTodos(ctx, todo.profile_id);
    return { todo: editedTodo, dayLimit };
  });
}

/**
 * Finishes an open to-do, without XP, which comes with the approval of the guardian who has ticked it. Refuses an occurrence whose day has
 * not come (409). The caller must hold the lock of the list.
 */
export async function finishInPlaceOfChild(ctx: TxContext, todo: Todo, localNow: LocalNow): Promise<Todo> {
  requireItsDay('finish', todo, getDayLimit(await listSeriesById(ctx, [todo]), todo), localNow);
  const change = { todo, edit: {}, transition: 'finish', localNow } as const;
  return (await transitionTodo(ctx, { role: 'parent' }, change)).todo;
}

/** Reopens a to-do that a guardian has ticked, like `undo` of the child. The caller must hold the lock of the list. */
export async function reopenInPlaceOfChild(ctx: TxContext, todo: Todo, localNow: LocalNow): Promise<Todo> {
  return (await transitionTodo(ctx, { role: 'parent' }, { todo, edit: {}, transition: 'undo', localNow })).todo;
}

/**
 * Deletes one of the caller's to-dos and returns its id. The XP that it earned is kept. Refuses a to-do in another list
 * (404) and a to-do that a parent assigned (403).
 */
export async function removeTodo(ctx: Context, { profileId }: User, id: string): Promise<string> {
  return ctx.write(async (ctx) => {
    const todo = await lockTodo(ctx, profileId, id);
    if (todo.assigned_by !== null) throw new ApiError('FORBIDDEN', localized.todos.assignedByParent);
    await deleteTodo(ctx, todo);
    if (todo.series_id !== null) await deleteEmptySeries(ctx, profileId);
    return todo.id;
  });
}

/** Saves a change. Refuses if the to-do has changed since it was read (409). */
export async function saveTodo(ctx: TxContext, todo: Todo, change: Partial<Todo>): Promise<Todo> {
  const savedTodo = await updateTodo(ctx, todo, change);
  if (!savedTodo) throw new ApiError('CONFLICT', localized.todos.changedMeanwhile);
  return savedTodo;
}

function changesTexts(todo: Todo, edit: TodoFields): boolean {
  const join = ({ title, notes, checklist }: Todo) => JSON.stringify([title, notes, checklist.map(({ text }) => text)]);
  return join({ ...todo, ...edit }) !== join(todo);
}

/** Locks the list, so that concurrent changes run one after another, and reads the to-do. */
async function lockTodo(ctx: TxContext, profileId: string, id: string): Promise<Todo> {
  await lockList(ctx, profileId);
  const todo = await findTodo(ctx, id);
  if (todo?.profile_id !== profileId || todo.paused_at !== null) throw createNotFoundError();
  return todo;
}

/** In a to-do that a parent assigned, the child may only check off checklist entries and set the position. */
function validateEdit(ctx: Context, todo: Todo, input: TodoInput): TodoFields {
  const edit = validateTodoInput(ctx, input, todo.checklist);
  if (todo.assigned_by === null) return edit;
  const { checklist, position, ...otherFields } = edit;
  const isAllowed =
    Object.keys(otherFields).length === 0 && (!checklist || differsOnlyInDone(todo.checklist, checklist));
  if (!isAllowed) throw new ApiError('FORBIDDEN', localized.todos.assignedByParent);
  return edit;
}

function validateTransition(
  todo: Todo,
  requestedStatus: TodoStatus,
  dayLimit: DayLimit,
  localNow: LocalNow,
): Transition | 'unchanged' {
  const transition = findTransition(todo, requestedStatus, localNow.now);
  if (transition === undefined) throw createTransitionError(todo, requestedStatus);
  if (transition !== 'unchanged') requireItsDay(transition, todo, dayLimit, localNow);
  return transition;
}

function requireItsDay(transition: Transition, todo: Todo, dayLimit: DayLimit, localNow: LocalNow): void {
  const earliestDay = findEarliestDay(transition, todo, dayLimit, localNow);
  if (earliestDay !== null)
    throw new ApiError('CONFLICT', localized.todos.tooEarly({ day: new Date(earliestDay) }), { reason: 'too_early' });
}

function createTransitionError({ assigned_by }: Todo, requestedStatus: TodoStatus): ApiError {
  const isDecision = requestedStatus === 'approved' || requestedStatus === 'rejected';
  if (isDecision && assigned_by !== null) return new ApiError('FORBIDDEN', localized.todos.parentDecides);
  return new ApiError('CONFLICT', localized.todos.illegalTransition, { reason: 'illegal_transition' });
}

interface TodoTransition {
  readonly todo: Todo;
  readonly edit: TodoFields;
  readonly transition: Transition;
  readonly localNow: LocalNow;
}

async function transitionTodo(
  ctx: TxContext,
  { role }: Pick<User, 'role'>,
  change: TodoTransition,
): Promise<ChangedTodo> {
  const { todo, edit, transition, localNow } = change;
  const isOccurrenceCompleted = completesOccurrence(transition, { ...todo, ...edit });
  // The id of the first completed occurrence becomes the id of the series.
  const series_id = isOccurrenceCompleted ? getSeriesId(todo) : todo.series_id;
  const changedTodo = await saveTodo(ctx, todo, { ...edit, ...applyTransition(transition, localNow.now), series_id });
  if (isOccurrenceCompleted) await recordCompletionDay(ctx, changedTodo, localNow);
  if (createsNextOccurrence(transition)) await createNextOccurrence(ctx, changedTodo, localNow.today);
  else await undoCompletion(ctx, changedTodo); // the transition is `withdraw` or `undo`
  await checkQuotas(ctx, todo.profile_id, listQuotasToCheck(transition, todo, changedTodo));
  if (isClosed(changedTodo.status)) await pruneClosedTodos(ctx, todo.profile_id);
  if (role === 'child') await noteTransition(ctx, changedTodo, transition);
  const awardedTodo = role === 'child' ? await awardOrRevokeXp(ctx, changedTodo, change) : changedTodo;
  return { todo: awardedTodo, dayLimit: getDayLimit(await listSeriesById(ctx, [awardedTodo]), awardedTodo) };
}

/** A to-do that waits is told to the guardians, and one that is finished may have been the last of the day. */
async function noteTransition(ctx: TxContext, { profile_id }: Todo, transition: Transition): Promise<void> {
  if (transition === 'submit') await noteForGuardians(ctx, profile_id, ['waiting', 'done']);
  if (transition === 'finish') await noteForGuardians(ctx, profile_id, ['done']);
}

/**
 * The quotas to check after a transition. The number of open to-dos is not checked, so that a to-do can be finished even when
 * the list is full. `undo` adds the texts of the to-do to those of the list, because closed to-dos have a separate quota.
 */
function listQuotasToCheck(
  transition: Transition,
  before: Todo,
  after: Todo,
): ('awaitingApprovalCount' | 'textBytes')[] {
  if (transition === 'submit') return ['awaitingApprovalCount', 'textBytes'];
  return transition === 'undo' || hasLongerTexts(before, after) ? ['textBytes'] : [];
}

async function undoCompletion(ctx: TxContext, todo: Todo): Promise<void> {
  await releaseCompletionDay(ctx, todo);
  await removeNextOccurrence(ctx, todo);
}

/** Awards or revokes XP after a child's transition. */
async function awardOrRevokeXp(
  ctx: TxContext,
  changedTodo: Todo,
  { todo, transition, localNow }: TodoTransition,
): Promise<Todo> {
  if (transition === 'finish' || transition === 'submit') return awardCompletion(ctx, changedTodo, localNow.timeZone);
  if (transition === 'undo') await revokeXp(ctx, changedTodo, todo.xp_paid);
  return changedTodo;
}

/**
 * Records that an occurrence was completed today, so that no other occurrence of its series can be completed on this local day (gap
 * 129).
 */
async function recordCompletionDay(ctx: TxContext, todo: Todo, { now, today }: LocalNow): Promise<void> {
  const dayLimit = getDayLimit(await listSeriesById(ctx, [todo]), todo);
  const row = { id: getSeriesId(todo), profile_id: todo.profile_id, last_day: today, last_todo_id: todo.id };
  await saveSeries(ctx, { ...row, reserved_until: extendReservation(dayLimit, now) });
}

/**
 * Makes the day of a completion that was undone available again, unless another occurrence of the series was completed on a
 * later day.
 */
async function releaseCompletionDay(ctx: TxContext, todo: Todo): Promise<void> {
  const series = (await listSeriesById(ctx, [todo])).get(getSeriesId(todo));
  if (series?.last_todo_id !== todo.id) return;
  const last_day = addDays(series.last_day, -1); // so that `series.last_day` is a new day again
  await saveSeries(ctx, {
    ...series,
    last_day,
    last_todo_id: null,
    reserved_until: releaseReservation(series.reserved_until),
  });
}
