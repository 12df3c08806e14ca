import { MINUTE } from '../../../core/time/instant.ts';

const FREE_PIN_FAILURES = 10;
const KNOWN_DEVICE_WAITS = [1, 2, 5, 15];
const UNKNOWN_DEVICE_WAITS = [1, 2, 5, 15, 30, 60];

/**
 * Seconds to wait after the `failures`th wrong PIN in a row; 0 for the first ones. A device that has signed in to the
 * profile waits less and is counted separately, so that a stranger's attempts never lock a child out (gap 18).
 */
export function pinWait(failures: number, device: string): number {
  if (failures < FREE_PIN_FAILURES) return 0;
  const waits = device === UNKNOWN_DEVICE ? UNKNOWN_DEVICE_WAITS : KNOWN_DEVICE_WAITS;
  const minutes = waits[failures - FREE_PIN_FAILURES] ?? waits.at(-1) ?? 0;
  return minutes * MINUTE;
}

/** All devices that have never signed in to the profile count as one. */
export const UNKNOWN_DEVICE = 'unknown';
