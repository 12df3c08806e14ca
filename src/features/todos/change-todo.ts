import type { Callers } from '../../core/caller.ts';
import type { CountedDays } from '../../core/counted-days.ts';
import { Refusal } from '../../core/refusal.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/responses/error-response.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { awardCompletion, revokeXp } from './award-xp.ts';
import { onlyTicksChanged } from './checklist.ts';
import { checkRoom, grows, makeRoom } from './list-quotas.ts';
import { lockList, raiseLastPosition } from './lists-store.ts';
import { tooEarly } from './messages.ts';
import { createNextOccurrence, removeNextOccurrence } from './recurrence/occurrences.ts';
import { giveDayBack, takeDay } from './recurrence/series.ts';
import { deleteEmptySeries, doneDays, listSeries, seriesOf } from './recurrence/series-store.ts';
import {
  applyTransition,
  closes,
  findTransition,
  type Here,
  opensOn,
  type Status,
  type Transition,
  takesDay,
} from './rules.ts';
import { deleteTodo, findTodo, type Todo, updateTodo } from './todos-store.ts';
import { type TodoEdit, type TodoInput, validateInput } from './validate-todo.ts';

export type Change = TodoInput & { readonly status?: Status | undefined };
export interface Changed {
  readonly todo: Todo;
  /** The days on which its series has been done. */
  readonly done: CountedDays;
}

/** Edits one of the caller's to-dos and moves it to another status: the whole change holds or nothing does. */
export async function changeTodo(
  ctx: Context,
  caller: Callers['bearer'],
  id: string,
  { status, ...wishes }: Change,
  here: Here,
): Promise<Changed> {
  const isEditing = Object.values(wishes).some((wish) => wish !== undefined);
  if (status === undefined && !isEditing) throw fieldRefusal('', localized.todos.nothingToChange);
  return ctx.write(async (tx) => {
    const todo = await lockTodo(tx, caller.profileId, id);
    const edit = checkedEdit(ctx, todo, wishes);
    const done = doneDays(await listSeries(tx, [todo]), todo);
    const move = status === undefined ? 'stay' : checkedMove({ ...todo, ...edit }, status, done, here);
    if (edit.position !== undefined) await raiseLastPosition(tx, todo.profile_id, edit.position);
    if (move !== 'stay') return moveTodo(ctx, tx, caller, { todo, edit, move, here });
    if (!isEditing) return { todo, done };
    const edited = await saveTodo(ctx, tx, todo, edit);
    if (grows(todo, edited)) await checkRoom(tx, todo.profile_id, ['bytes']);
    await makeRoom(tx, edited);
    return { todo: edited, done };
  });
}

/** Deletes one of the caller's own to-dos. What it has paid stays paid. */
export async function removeTodo(ctx: Context, { profileId }: Callers['bearer'], id: string): Promise<string> {
  return ctx.write(async (tx) => {
    const todo = await lockTodo(tx, profileId, id);
    if (todo.assigned_by !== null) throw new Refusal('FORBIDDEN', localized.todos.fromAParent);
    await deleteTodo(tx, todo.id);
    if (todo.series_id !== null) await deleteEmptySeries(tx, profileId);
    return todo.id;
  });
}

/** Saves a change of a to-do that nobody has changed since it was read. */
export async function saveTodo(ctx: Context, tx: Tx, todo: Todo, change: Partial<Todo>): Promise<Todo> {
  const saved = await updateTodo(tx, todo, change, ctx.now());
  if (!saved) throw new Refusal('CONFLICT', localized.todos.changedMeanwhile);
  return saved;
}

/** One at a time may change a list: fifty taps at once find what one after another would. */
async function lockTodo(tx: Tx, profileId: string, id: string): Promise<Todo> {
  await lockList(tx, profileId);
  const todo = await findTodo(tx, id);
  if (todo?.profile_id !== profileId) throw notFound();
  return todo;
}

/** Of a parent's to-do only the checklist can be ticked, and its place in the list is the child's own. */
function checkedEdit(ctx: Context, todo: Todo, wishes: TodoInput): TodoEdit {
  const edit = validateInput(ctx, wishes, todo.checklist);
  if (todo.assigned_by === null) return edit;
  const { checklist, position, ...others } = edit;
  const isAllowed = Object.keys(others).length === 0 && (!checklist || onlyTicksChanged(todo.checklist, checklist));
  if (!isAllowed) throw new Refusal('FORBIDDEN', localized.todos.fromAParent);
  return edit;
}

function checkedMove(todo: Todo, wanted: Status, done: CountedDays, here: Here): Transition | 'stay' {
  const move = findTransition(todo, wanted, here.now);
  if (move === undefined) throw illegalMove(todo, wanted);
  const opens = move === 'stay' ? null : opensOn(move, todo, done, here);
  if (opens !== null) throw new Refusal('CONFLICT', tooEarly(opens), { reason: 'too_early' });
  return move;
}

function illegalMove({ assigned_by }: Todo, wanted: Status): Refusal {
  const isDecision = wanted === 'approved' || wanted === 'rejected';
  if (isDecision && assigned_by !== null) return new Refusal('FORBIDDEN', localized.todos.parentsDecide);
  return new Refusal('CONFLICT', localized.todos.notFromHere, { reason: 'illegal_transition' });
}

interface Moving {
  readonly todo: Todo;
  readonly edit: TodoEdit;
  readonly move: Transition;
  readonly here: Here;
}

async function moveTodo(ctx: Context, tx: Tx, { role }: Callers['bearer'], moving: Moving): Promise<Changed> {
  const { todo, edit, move, here } = moving;
  const takes = takesDay(move, { ...todo, ...edit });
  const series_id = takes ? seriesOf(todo) : todo.series_id;
  const moved = await saveTodo(ctx, tx, todo, { ...edit, ...applyTransition(move, here.now), series_id });
  if (takes) await takeDay(tx, moved, here);
  if (closes(move)) await createNextOccurrence(ctx, tx, moved, here.today);
  else await reopen(tx, moved);
  await checkRoom(tx, todo.profile_id, boundsOf(move, todo, moved));
  await makeRoom(tx, moved);
  const paid = role === 'child' ? await settle(ctx, tx, moved, moving) : moved;
  return { todo: paid, done: doneDays(await listSeries(tx, [paid]), paid) };
}

/** What a move may have filled: nobody is kept from finishing a to-do by a list that is full already. */
function boundsOf(move: Transition, before: Todo, after: Todo): ('waiting' | 'bytes')[] {
  if (move === 'hand_in') return ['waiting', 'bytes'];
  return move === 'undo' || grows(before, after) ? ['bytes'] : [];
}

async function reopen(tx: Tx, opened: Todo): Promise<void> {
  await giveDayBack(tx, opened);
  await removeNextOccurrence(tx, opened);
}

/** What a child's move pays, or takes back of what was paid before. */
async function settle(ctx: Context, tx: Tx, moved: Todo, { todo, move, here }: Moving): Promise<Todo> {
  if (move === 'finish' || move === 'hand_in') return awardCompletion(ctx, tx, moved, here.zone);
  if (move === 'undo') await revokeXp(ctx, tx, moved, todo.xp_paid);
  return moved;
}
