import { addSeconds, DAY } from '../../core/instant.ts';
import type { Context } from '../../platform/context.ts';
import { deleteExpiredCounters } from './codes/budgets-store.ts';
import { deleteExpiredCodes } from './codes/codes-store.ts';
import { deleteStrayLocks } from './sessions/devices-store.ts';
import { deleteOldSessions } from './sessions/sessions-store.ts';

/** Forgets what nobody can use any more: counters whose window is over, codes of yesterday, sessions of last quarter, wrong PINs of devices that are no longer known. */
export async function cleanUpAccess(ctx: Context): Promise<void> {
  const now = ctx.now();
  await ctx.write(async (tx) => {
    await deleteExpiredCounters(tx, now);
    await deleteExpiredCodes(tx, addSeconds(now, -DAY));
    await deleteStrayLocks(tx);
    await deleteOldSessions(tx, addSeconds(now, -90 * DAY));
  });
}
