import { createFieldError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { listChildren, lockProfile, requireNoChildDeletion } from '../../accounts/index.ts';
import { insertTodoInList } from '../add-todo.ts';
import { MAX_TODO_STARS } from '../rewards/rules.ts';
import { MAX_TODO_XP } from '../rules.ts';
import type { Todo } from '../todos-store.ts';
import { type TodoDraft, validateTodoDraft } from '../validate-todo.ts';

export type AssignedTodoDraft = TodoDraft & {
  readonly requires_approval?: boolean;
  readonly xp_reward?: number;
  readonly stars?: number | undefined;
};

/**
 * Assigns a copy of a to-do to each of these children of a parent. If the list of any child is full, no child gets a copy (409).
 * Refuses invalid fields (400), a child of another family (404) and a child that will be deleted (409).
 */
export async function assignTodo(
  ctx: Context,
  parentProfileId: string,
  childIds: readonly string[],
  draft: AssignedTodoDraft,
): Promise<Todo[]> {
  if (childIds.length === 0) throw createFieldError('child_ids', localized.todos.noChildChosen);
  const assignment = { created_by: 'parent', assigned_by: parentProfileId } as const;
  const todo = { ...validateAssignment(ctx, draft), ...assignment };
  const ids = [...new Set(childIds)].sort(); // locked in the same order by every request, so that two parents cannot deadlock
  return ctx.write(async (ctx) => {
    for (const id of ids) await lockProfile(ctx, id); // so that no guardian can be unlinked between the check and the insert
    const ownChildIds = new Set((await listChildren(ctx, parentProfileId)).map(({ id }) => id));
    if (!ids.every((id) => ownChildIds.has(id))) throw createNotFoundError();
    for (const id of ids) await requireNoChildDeletion(ctx, id);
    const createdTodos: Todo[] = [];
    for (const id of ids) createdTodos.push(await insertTodoInList(ctx, id, todo));
    return createdTodos;
  });
}

/** Returns the normalized fields of a to-do from a parent, as `validateTodoDraft` does. Refuses invalid fields (400). */
export function validateAssignment(
  ctx: Context,
  { requires_approval = true, xp_reward = 0, stars, ...draft }: AssignedTodoDraft,
  currentChecklist: Todo['checklist'] = [],
) {
  if (!Number.isInteger(xp_reward) || xp_reward < 0 || xp_reward > MAX_TODO_XP)
    throw createFieldError('xp_reward', localized.todos.invalidXp);
  if (stars !== undefined && !(Number.isInteger(stars) && stars >= 0 && stars <= MAX_TODO_STARS))
    throw createFieldError('stars', localized.rewards.invalidStars);
  return {
    ...validateTodoDraft(ctx, draft, currentChecklist),
    requires_approval,
    xp_reward,
    ...(stars !== undefined && { stars }),
  };
}
