import { addSeconds, DAY } from '../../core/time/instant.ts';
import { runInBatches } from '../../platform/concurrency/run-in-batches.ts';
import type { Context } from '../../platform/context.ts';
import { deleteInBatches } from '../../platform/database/index.ts';
import { selectExpiredCodes } from './codes/codes-store.ts';
import { selectExpiredCounters } from './codes/limits-store.ts';
import { deleteOrphanedPinLock, listPinLocksAfter, type PinLockRowKey } from './sessions/devices-store.ts';
import { selectOldSessions } from './sessions/sessions-store.ts';

/**
 * Deletes counters whose window has ended, codes that expired more than a day ago, app sessions that expired more than 90 days
 * ago, panel sessions that were last used more than 90 days ago, and PIN locks of devices on which the profile is no longer saved.
 */
export async function cleanUpAccess(ctx: Context): Promise<void> {
  const now = ctx.now();
  const selections = [
    selectExpiredCounters(now),
    selectExpiredCodes(addSeconds(now, -DAY)),
    ...selectOldSessions(addSeconds(now, -90 * DAY)),
  ];
  for (const selection of selections) await deleteInBatches(ctx.database, selection);
  await deleteOrphanedPinLocks(ctx);
}

/** Reads all PIN locks, a batch at a time, because no index can find the orphaned ones. */
async function deleteOrphanedPinLocks(ctx: Context): Promise<void> {
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
