import { runInBatches } from '../../platform/concurrency/run-in-batches.ts';
import type { Context } from '../../platform/context.ts';
import { deleteOrphanedPinLock, listPinLocksAfter, type PinLockRowKey } from './sessions/devices-store.ts';

/**
 * Deletes the PIN locks of devices on which the profile is no longer saved. Reads all PIN locks, a batch at a time, because no index
 * can find the orphaned ones.
 */
export async function deleteOrphanedPinLocks(ctx: Context): Promise<void> {
  let lastKey: PinLockRowKey = { profile_id: '', lock_key: '' };
  await runInBatches(async (limit) => {
    const locks = await listPinLocksAfter(ctx, lastKey, limit);
    const orphanedLocks = locks.filter(({ isOrphaned }) => isOrphaned);
    if (orphanedLocks.length > 0)
      await ctx.write(async (ctx) => {
        for (const lock of orphanedLocks) await deleteOrphanedPinLock(ctx, lock);
      });
    lastKey = locks.at(-1) ?? lastKey;
    return locks.length;
  });
}
