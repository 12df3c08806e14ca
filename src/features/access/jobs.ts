import { DAY, plusSeconds } from '../../core/instant.ts';
import type { Context } from '../../platform/context.ts';
import { deleteDeadCodes } from './codes-store.ts';
import { deleteEndedCounters } from './counters-store.ts';
import { deleteStrayLocks } from './devices-store.ts';
import { deleteOldSessions } from './sessions-store.ts';

/** Forgets what nobody can use any more: counters whose window is over, codes of yesterday, sessions of last quarter, wrong PINs of devices that are no longer known. */
export async function sweepAccess(ctx: Context): Promise<void> {
  const now = ctx.now();
  await ctx.write(async (tx) => {
    await deleteEndedCounters(tx, now);
    await deleteDeadCodes(tx, plusSeconds(now, -DAY));
    await deleteStrayLocks(tx);
    await deleteOldSessions(tx, plusSeconds(now, -90 * DAY));
  });
}
