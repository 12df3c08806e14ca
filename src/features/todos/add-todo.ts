import type { Callers } from '../../core/caller.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { checkedDraft, type Draft, type Edit } from './input.ts';
import { lockList, raiseLastPosition } from './lists-store.ts';
import { checkRoom } from './room.ts';
import { insertTodo, type Todo } from './store.ts';

/** Room between two new ones, so that another can be put between them. */
const STEP = 1000;
export const LAST_POSITION = 1_000_000_000;

/** Adds a to-do to the caller's own list. */
export async function addTodo(ctx: Context, { profileId, role }: Callers['any'], draft: Draft): Promise<Todo> {
  const edit = checkedDraft(ctx, draft);
  const own = { created_by: role, assigned_by: null, requires_approval: false, xp_reward: 0 } as const;
  return ctx.write((tx) => keepTodo(ctx, tx, profileId, { ...edit, ...own }));
}

type NewTodo = Edit & Pick<Todo, 'title' | 'created_by' | 'assigned_by' | 'requires_approval' | 'xp_reward'>;

/** Puts a to-do at the end of a list, or where it says; refuses when the list is full. */
export async function keepTodo(ctx: Context, tx: Tx, profileId: string, wanted: NewTodo): Promise<Todo> {
  const last = await lockList(tx, profileId);
  const position = wanted.position ?? Math.min(last + STEP, LAST_POSITION);
  const todo = { ...blank(ctx, profileId), ...wanted, position };
  await insertTodo(tx, todo);
  await checkRoom(tx, profileId, ['open', 'bytes']);
  await raiseLastPosition(tx, profileId, position);
  return todo;
}

function blank(ctx: Context, profile_id: string) {
  const now = ctx.now();
  return {
    id: ctx.random.timeId(),
    profile_id,
    notes: '',
    status: 'pending',
    due_date: null,
    anchor_day: null,
    priority: 'normal',
    recurrence: null,
    checklist: [],
    previous_id: null,
    series_id: null,
    revision: 0,
    xp_paid: 0,
    completed_at: null,
    decided_at: null,
    decision_note: null,
    created_at: now,
    updated_at: now,
  } as const;
}
