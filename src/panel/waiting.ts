import { listChildren } from '../features/accounts/index.ts';
import { countAwaiting } from '../features/todos/index.ts';
import type { Context } from '../platform/context.ts';

/** How much waits for a parent's word, over all children. */
export async function countWaiting(ctx: Context, parentId: string): Promise<number> {
  const ids = (await listChildren(ctx.db, parentId)).map(({ id }) => id);
  return ids.length === 0 ? 0 : countAwaiting(ctx.db, ids);
}
