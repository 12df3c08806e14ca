import { HOUR, MINUTE } from '../../../core/time/instant.ts';

const FIRST_FAILURE_WITH_WAIT = 10;
const KNOWN_DEVICE_WAIT_MINUTES = [1, 2, 5, 15];
const SHARED_LOCK_WAIT_MINUTES = [1, 2, 5, 15, 30, 60];

/**
 * A lock that lasts longer was set while the clock was wrong, and is ignored. The extra minute allows for differences between
 * the clocks of several machines.
 */
export const MAX_LOCK_SECONDS = HOUR + MINUTE;

/**
 * Seconds to wait after this number of consecutive wrong PINs; 0 for the first nine. A device that has signed in with the
 * current PIN waits for a shorter time and is counted separately, so that a stranger's attempts never lock it (gap 18).
 */
export function computePinWaitSeconds(failures: number, lockKey: string): number {
  if (failures < FIRST_FAILURE_WITH_WAIT) return 0;
  const waitMinutes = isSharedLock(lockKey) ? SHARED_LOCK_WAIT_MINUTES : KNOWN_DEVICE_WAIT_MINUTES;
  return (waitMinutes[failures - FIRST_FAILURE_WITH_WAIT] ?? waitMinutes.at(-1) ?? 0) * MINUTE;
}

/** The lock key of all devices that have never signed in to the profile, or send no Device-Id: they count as one device. */
export const UNKNOWN_DEVICE = 'unknown';

/**
 * The lock key of all devices that have signed in to the profile, but not with its current PIN: they count as one device. They
 * are counted separately from unknown devices, so that a stranger cannot lock the family's devices after a new PIN has been
 * set. They share one count because a person who knew the old PIN may have signed in with any number of invented Device-Ids.
 */
export const FORMER_DEVICES = 'former';

/** Whether several devices share the lock. */
export function isSharedLock(lockKey: string): boolean {
  return lockKey === UNKNOWN_DEVICE || lockKey === FORMER_DEVICES;
}
