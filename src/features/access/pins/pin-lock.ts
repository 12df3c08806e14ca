import { HOUR, MINUTE } from '../../../core/time/instant.ts';

const FAILURES_BEFORE_WAIT = 10;
const KNOWN_DEVICE_WAIT_MINUTES = [1, 2, 5, 15];
const UNKNOWN_DEVICE_WAIT_MINUTES = [1, 2, 5, 15, 30, 60];
/**
 * A lock that lasts longer was set while the clock was wrong, and does not count. The extra minute is for the clocks of
 * several machines, which may differ.
 */
export const MAX_WAIT_SECONDS = HOUR + MINUTE;

/**
 * Seconds to wait after this number of consecutive wrong PINs; 0 for the first ones. A device that has signed in to the
 * profile waits less and is counted separately, so that a stranger's attempts never lock a child out (gap 18).
 */
export function computePinWait(failures: number, deviceKey: string): number {
  if (failures < FAILURES_BEFORE_WAIT) return 0;
  const waits = isSharedLock(deviceKey) ? UNKNOWN_DEVICE_WAIT_MINUTES : KNOWN_DEVICE_WAIT_MINUTES;
  const minutes = waits[failures - FAILURES_BEFORE_WAIT] ?? waits.at(-1) ?? 0;
  return minutes * MINUTE;
}

/** All devices that have never signed in to the profile count as one. */
export const UNKNOWN_DEVICE = 'unknown';

/**
 * All devices that have signed in to the profile, but not with its present PIN, count as one. They are counted apart from unknown
 * devices, so that a stranger cannot lock the family's own devices after a new PIN has been set. They share one count because
 * a person who knew the old PIN may have signed in with any number of invented devices.
 */
export const FORMER_DEVICES = 'former';

/** Whether several devices share the lock. */
export function isSharedLock(deviceKey: string): boolean {
  return deviceKey === UNKNOWN_DEVICE || deviceKey === FORMER_DEVICES;
}
