import type { Callers } from '../../core/caller.ts';
import type { Day } from '../../core/days.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { isTicking } from './checklist.ts';
import { checkedWishes, type Edit, type Wishes } from './input.ts';
import { lockList, raiseLastPosition } from './lists-store.ts';
import { makeNext, unmakeNext } from './occurrences.ts';
import { payFor, takeBack } from './pay.ts';
import { closes, type Move, movedBy, moveOf, type Status } from './rules.ts';
import { deleteTodo, findTodo, type Todo, updateTodo } from './store.ts';
import { CHANGED_MEANWHILE, FROM_A_PARENT, NOT_FROM_HERE, NOTHING_TO_CHANGE, PARENTS_DECIDE } from './words.ts';

export type Change = Wishes & { readonly status?: Status | undefined };
interface Here {
  readonly zone: string;
  readonly today: Day;
}

/** Edits one of the caller's to-dos and moves it to another status: the whole change holds or nothing does. */
export async function changeTodo(
  ctx: Context,
  caller: Callers['any'],
  id: string,
  { status, ...wishes }: Change,
  here: Here,
): Promise<Todo> {
  const isEditing = Object.values(wishes).some((wish) => wish !== undefined);
  if (status === undefined && !isEditing) throw fieldRefusal('', NOTHING_TO_CHANGE);
  return ctx.write(async (tx) => {
    const todo = await lockTodo(tx, caller.profileId, id);
    const edit = checkedEdit(ctx, todo, wishes);
    const move = status === undefined ? 'stay' : checkedMove(ctx, todo, status);
    if (edit.position !== undefined) await raiseLastPosition(tx, todo.profile_id, edit.position);
    if (move !== 'stay') return moveTodo(ctx, tx, caller, todo, edit, move, here);
    return isEditing ? saveTodo(ctx, tx, todo, edit) : todo;
  });
}

/** Deletes one of the caller's own to-dos. What it has paid stays paid. */
export async function removeTodo(ctx: Context, { profileId }: Callers['any'], id: string): Promise<string> {
  return ctx.write(async (tx) => {
    const todo = await lockTodo(tx, profileId, id);
    if (todo.assigned_by !== null) throw new Refusal('FORBIDDEN', FROM_A_PARENT);
    await deleteTodo(tx, todo.id);
    return todo.id;
  });
}

/** Saves a change of a to-do that nobody has changed since it was read. */
export async function saveTodo(ctx: Context, tx: Tx, todo: Todo, change: Partial<Todo>): Promise<Todo> {
  const saved = await updateTodo(tx, todo, change, ctx.now());
  if (!saved) throw new Refusal('CONFLICT', CHANGED_MEANWHILE);
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
function checkedEdit(ctx: Context, todo: Todo, wishes: Wishes): Edit {
  const edit = checkedWishes(ctx, wishes, todo.checklist);
  if (todo.assigned_by === null) return edit;
  const { checklist, position, ...others } = edit;
  const isAllowed = Object.keys(others).length === 0 && (!checklist || isTicking(todo.checklist, checklist));
  if (!isAllowed) throw new Refusal('FORBIDDEN', FROM_A_PARENT);
  return edit;
}

function checkedMove(ctx: Context, todo: Todo, wanted: Status): Move | 'stay' {
  const move = moveOf(todo, wanted, ctx.now());
  if (move) return move;
  const isDecision = wanted === 'approved' || wanted === 'rejected';
  if (isDecision && todo.assigned_by !== null) throw new Refusal('FORBIDDEN', PARENTS_DECIDE);
  throw new Refusal('CONFLICT', NOT_FROM_HERE, { reason: 'illegal_transition' });
}

async function moveTodo(
  ctx: Context,
  tx: Tx,
  { role }: Callers['any'],
  todo: Todo,
  edit: Edit,
  move: Move,
  { zone, today }: Here,
): Promise<Todo> {
  const moved = await saveTodo(ctx, tx, todo, { ...edit, ...movedBy(move, ctx.now()) });
  if (closes(move)) await makeNext(ctx, tx, moved, today);
  else await unmakeNext(tx, moved);
  if (role !== 'child') return moved;
  if (move === 'finish' || move === 'hand_in') return payFor(ctx, tx, moved, zone);
  if (move === 'undo') await takeBack(ctx, tx, moved, todo.xp_paid);
  return moved;
}
