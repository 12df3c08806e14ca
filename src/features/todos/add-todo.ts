import type { User } from '../../core/requests/caller.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { requireConsent } from '../accounts/index.ts';
import { lockList, raiseHighestPosition } from './lists-store.ts';
import { checkQuotas } from './todo-quotas.ts';
import { insertTodo, type Todo } from './todos-store.ts';
import { type TodoDraft, type TodoFields, validateTodoDraft } from './validate-todo.ts';

/** The distance between the positions of two new to-dos, so that another to-do can be moved between them. */
const POSITION_STEP = 1000;
export const MAX_POSITION = 1_000_000_000;

/**
 * Adds a to-do to the caller's list. Refuses invalid fields (400), a child whose guardian has to consent first (403), and
 * a list that is full or too large (409).
 */
export async function addTodo(ctx: Context, { profileId, role }: User, draft: TodoDraft): Promise<Todo> {
  const fields = validateTodoDraft(ctx, draft);
  if (role === 'child') await requireConsent(ctx, profileId);
  const ownership = { created_by: role, assigned_by: null, requires_approval: false, xp_reward: 0 } as const;
  return ctx.write((ctx) => insertTodoInList(ctx, profileId, { ...fields, ...ownership }));
}

type NewTodo = TodoFields &
  Pick<Todo, 'title' | 'created_by' | 'assigned_by' | 'requires_approval' | 'xp_reward'> &
  Partial<Pick<Todo, 'stars'>>;

/** Inserts a to-do at its position, or at the end of the list if it has none. Refuses a list that is full or too large (409). */
export async function insertTodoInList(ctx: TxContext, profileId: string, newTodo: NewTodo): Promise<Todo> {
  const highestPosition = await lockList(ctx, profileId);
  const position = newTodo.position ?? Math.min(highestPosition + POSITION_STEP, MAX_POSITION);
  const todo = { ...createDefaultFields(ctx, profileId), ...newTodo, position };
  await insertTodo(ctx, todo);
  await checkQuotas(ctx, profileId, ['openCount', 'textBytes']);
  await raiseHighestPosition(ctx, profileId, position);
  return todo;
}

function createDefaultFields(ctx: Context, profile_id: string) {
  const now = ctx.now();
  return {
    id: ctx.random.timeOrderedId(),
    profile_id,
    notes: '',
    status: 'pending',
    due_date: null,
    anchor_day: null, // the day of the month of a monthly to-do
    priority: 'normal',
    stars: null,
    recurrence: null,
    checklist: [],
    previous_id: null,
    series_id: null,
    revision: 0, // the number of changes
    xp_paid: 0,
    completed_at: null,
    decided_at: null,
    decision_note: null,
    decided_by: null,
    paused_at: null,
    planned_change: null,
    change_due_at: null,
    created_at: now,
    updated_at: now,
  } as const;
}
