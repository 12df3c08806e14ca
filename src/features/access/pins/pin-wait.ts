import type { Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import { listSavedDevices } from '../sessions/devices-store.ts';
import { findLastPinWaitEnd } from './pin-budgets.ts';
import { listWrongPins } from './wrong-pins-store.ts';

/** The wrong PINs that were entered for a child in the last day, and when the last wait that concerns the child ends. */
export async function findPinWait(
  ctx: Context,
  childId: string,
): Promise<{ readonly wrongPinCount: number; readonly waitEndsAt: Instant | undefined }> {
  const deviceKeys = (await listSavedDevices(ctx, childId)).map(({ device_key }) => device_key);
  const wrongPins = await listWrongPins(ctx, { profileId: childId, deviceKeys, siteKey: null });
  return {
    wrongPinCount: wrongPins.filter(({ profile_id }) => profile_id === childId).length,
    waitEndsAt: findLastPinWaitEnd(wrongPins, childId, deviceKeys, ctx.now()),
  };
}
