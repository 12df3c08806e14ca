import type { Unit } from '../../platform/context.ts';
import { lockList, releaseAssigned } from './lists-store.ts';

/** Turns the to-dos that a former guardian assigned into the child's own (gap 40). */
export async function releaseTodos({ tx, now }: Unit, childId: string, parentId: string): Promise<void> {
  await lockList(tx, childId);
  await releaseAssigned(tx, childId, parentId, now);
}
