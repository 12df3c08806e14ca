import type { Callers } from '../../core/caller.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { checkRoom } from './list-quotas.ts';
import { lockList, raiseLastPosition } from './lists-store.ts';
import { insertTodo, type Todo } from './todos-store.ts';
import { type TodoDraft, type TodoEdit, validateDraft } from './validate-todo.ts';

/** Room between two new ones, so that another can be put between them. */
const STEP = 1000;
export const MAX_POSITION = 1_000_000_000;

/** Adds a to-do to the caller's own list. */
export async function addTodo(ctx: Context, { profileId, role }: Callers['bearer'], draft: TodoDraft): Promise<Todo> {
  const edit = validateDraft(ctx, draft);
  const own = { created_by: role, assigned_by: null, requires_approval: false, xp_reward: 0 } as const;
  return ctx.write((tx) => insertTodoInList(ctx, tx, profileId, { ...edit, ...own }));
}

type NewTodo = TodoEdit & Pick<Todo, 'title' | 'created_by' | 'assigned_by' | 'requires_approval' | 'xp_reward'>;

/** Puts a to-do at the end of a list, or where it says; refuses when the list is full. */
export async function insertTodoInList(ctx: Context, tx: Tx, profileId: string, wanted: NewTodo): Promise<Todo> {
  const last = await lockList(tx, profileId);
  const position = wanted.position ?? Math.min(last + STEP, MAX_POSITION);
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
