import { addSeconds, DAY } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';
import { deleteExpiredCounters } from './codes/budgets-store.ts';
import { deleteExpiredCodes } from './codes/codes-store.ts';
import { deleteOrphanedLocks } from './sessions/devices-store.ts';
import { deleteOldSessions } from './sessions/sessions-store.ts';

/** Deletes records that are no longer of use: counters whose window has ended, codes that expired over a day ago, sessions that ended over 90 days ago, and PIN locks of devices that the profile no longer knows. */
export async function cleanUpAccess(ctx: Context): Promise<void> {
  const now = ctx.now();
  await ctx.write(async ({ tx }) => {
    await deleteExpiredCounters(tx, now);
    await deleteExpiredCodes(tx, addSeconds(now, -DAY));
    await deleteOrphanedLocks(tx);
    await deleteOldSessions(tx, addSeconds(now, -90 * DAY));
  });
}
