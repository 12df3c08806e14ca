import type { TxContext } from '../../../platform/context.ts';
import type { Todo } from '../todos-store.ts';
import { areRewardsOn, countStars, deleteEarnedStars, findEarnedStars, insertEarnedStars } from './rewards-store.ts';
import { getTodoStars } from './rules.ts';

// The callers hold the lock of the list, which every change of the stars of a child needs.

/** Gives the child the stars of a done to-do, if its rewards are on. A to-do gives its stars once. */
export async function awardStars(ctx: TxContext, todo: Todo): Promise<void> {
  const stars = getTodoStars(todo);
  if (stars === 0 || !(await areRewardsOn(ctx, todo.profile_id))) return;
  await insertEarnedStars(ctx, { profile_id: todo.profile_id, todo_id: todo.id, stars, earned_at: ctx.now() });
}

/**
 * Takes the stars of an undone to-do back. Stars that the child has spent in the meantime stay, so that no child is ever in debt; then
 * the to-do gives no further ones when it is done again.
 */
export async function revokeStars(ctx: TxContext, { profile_id, id }: Todo): Promise<void> {
  const stars = await findEarnedStars(ctx, profile_id, id);
  if (stars > 0 && (await countStars(ctx, profile_id)) >= stars) await deleteEarnedStars(ctx, profile_id, id);
}
