import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/http/responses/error-response.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { listChildren, lockFamily } from '../accounts/index.ts';
import { insertTodoInList } from './add-todo.ts';

import { MAX_TODO_XP } from './rules.ts';
import type { Todo } from './todos-store.ts';
import { type TodoDraft, validateDraft } from './validate-todo.ts';

export type AssignedTodoDraft = TodoDraft & { readonly requires_approval?: boolean; readonly xp_reward?: number };

/** Gives a to-do to children of a parent, each one of its own: to all of them or, when one list is full, to none. */
export async function assignTodo(
  ctx: Context,
  parentProfileId: string,
  childIds: readonly string[],
  { requires_approval = true, xp_reward = 0, ...draft }: AssignedTodoDraft,
): Promise<Todo[]> {
  if (childIds.length === 0) throw fieldRefusal('child_ids', localized.todos.unknownChild);
  if (!Number.isInteger(xp_reward) || xp_reward < 0 || xp_reward > MAX_TODO_XP)
    throw fieldRefusal('xp_reward', localized.todos.invalidXp);
  const terms = { created_by: 'parent', assigned_by: parentProfileId, requires_approval, xp_reward } as const;
  const ids = [...new Set(childIds)].sort(); // always in one order, so that two parents never wait for each other
  return ctx.write(async (tx) => {
    for (const id of ids) await lockFamily(tx, id); // no guardian is unlinked between the look and the deed
    const children = new Set((await listChildren(tx, parentProfileId)).map(({ id }) => id));
    if (!ids.every((id) => children.has(id))) throw notFound();
    const kept: Todo[] = [];
    for (const id of ids) kept.push(await insertTodoInList(ctx, tx, id, { ...validateDraft(ctx, draft), ...terms }));
    return kept;
  });
}
