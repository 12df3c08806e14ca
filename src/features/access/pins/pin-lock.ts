import { HOUR, MINUTE } from '../../../core/time/instant.ts';

const FAILURES_BEFORE_WAIT = 10;
const KNOWN_DEVICE_WAIT_MINUTES = [1, 2, 5, 15];
const UNKNOWN_DEVICE_WAIT_MINUTES = [1, 2, 5, 15, 30, 60];
/**
 * A lock that lasts longer was set while the clock was wrong, and is ignored. The extra minute allows for differences between
 * the clocks of several machines.
 */
export const MAX_WAIT_SECONDS = HOUR + MINUTE;

/**
 * Seconds to wait after this number of consecutive wrong PINs; 0 for the first nine. A device that has signed in to the
 * profile waits for a shorter time and is counted separately, so that a stranger's attempts never lock a child out (gap 18).
 */
export function computePinWait(failures: number, lockKey: string): number {
  if (failures < FAILURES_BEFORE_WAIT) return 0;
  const waits = isSharedLock(lockKey) ? UNKNOWN_DEVICE_WAIT_MINUTES : KNOWN_DEVICE_WAIT_MINUTES;
  const minutes = waits[failures - FAILURES_BEFORE_WAIT] ?? waits.at(-1) ?? 0;
  return minutes * MINUTE;
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
