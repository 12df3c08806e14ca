import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { lockList, releaseAssigned } from './lists-store.ts';

/** What a parent has given to a child becomes the child's own: the parent is no longer its guardian (gap 40). */
export async function releaseTodos(ctx: Context, tx: Tx, childId: string, parentId: string): Promise<void> {
  await lockList(tx, childId);
  await releaseAssigned(tx, childId, parentId, ctx.now());
}
