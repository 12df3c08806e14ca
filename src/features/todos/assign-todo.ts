import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { listChildren, lockFamily } from '../accounts/index.ts';
import { keepTodo } from './add-todo.ts';
import { checkedDraft, type Draft } from './input.ts';
import { MOST_XP } from './rules.ts';
import type { Todo } from './store.ts';
import { NO_CHILD, NO_XP } from './words.ts';

export type ParentsDraft = Draft & { readonly requires_approval?: boolean; readonly xp_reward?: number };

/** Gives a to-do to children of a parent, each one of its own: to all of them or, when one list is full, to none. */
export async function assignTodo(
  ctx: Context,
  parentProfileId: string,
  childIds: readonly string[],
  { requires_approval = true, xp_reward = 0, ...draft }: ParentsDraft,
): Promise<Todo[]> {
  if (childIds.length === 0) throw fieldRefusal('child_ids', NO_CHILD);
  if (!Number.isInteger(xp_reward) || xp_reward < 0 || xp_reward > MOST_XP) throw fieldRefusal('xp_reward', NO_XP);
  const terms = { created_by: 'parent', assigned_by: parentProfileId, requires_approval, xp_reward } as const;
  const ids = [...new Set(childIds)].sort(); // always in one order, so that two parents never wait for each other
  return ctx.write(async (tx) => {
    for (const id of ids) await lockFamily(tx, id); // no guardian is unlinked between the look and the deed
    const children = new Set((await listChildren(tx, parentProfileId)).map(({ id }) => id));
    if (!ids.every((id) => children.has(id))) throw notFound();
    const kept: Todo[] = [];
    for (const id of ids) kept.push(await keepTodo(ctx, tx, id, { ...checkedDraft(ctx, draft), ...terms }));
    return kept;
  });
}
