import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { lockList, releaseAssigned } from './lists-store.ts';

/** Turns the to-dos that a former guardian assigned into the child's own (gap 40). */
export async function releaseTodos(ctx: Context, tx: Tx, childId: string, parentId: string): Promise<void> {
  await lockList(tx, childId);
  await releaseAssigned(tx, childId, parentId, ctx.now());
}
