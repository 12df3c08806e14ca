import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { listSavedDevices } from '../sessions/devices-store.ts';
import { findLastPinWaitEnd } from './pin-budgets.ts';
import { clearWrongPins, clearWrongPinsOfDevices, listWrongPins } from './wrong-pins-store.ts';

/** The wrong PINs that were entered for a child in the last day, and when the last wait that concerns the child ends. */
export async function findPinWait(
  ctx: Context,
  childId: string,
): Promise<{ readonly wrongPinCount: number; readonly waitEndsAt: Instant | undefined }> {
  const deviceKeys = await listDeviceKeys(ctx, childId);
  const wrongPins = await listWrongPins(ctx, { profileId: childId, deviceKeys, siteKey: null });
  return {
    wrongPinCount: wrongPins.filter(({ profile_id }) => profile_id === childId).length,
    waitEndsAt: findLastPinWaitEnd(wrongPins, childId, deviceKeys, ctx.now()),
  };
}

/**
 * Ends the waits of a child and of its devices, for an operator: gives back the wrong PINs for the child, and those that were entered on
 * the child's devices for any profile. A guardian may only give back what was entered for the own children (`clearWrongPins`).
 */
export async function endPinWaits(ctx: TxContext, childId: string): Promise<void> {
  await clearWrongPins(ctx, [childId]);
  await clearWrongPinsOfDevices(ctx, await listDeviceKeys(ctx, childId));
}

async function listDeviceKeys(ctx: Context, childId: string): Promise<string[]> {
  return (await listSavedDevices(ctx, childId)).map(({ device_key }) => device_key);
}
