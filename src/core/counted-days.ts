import type { Day } from './days.ts';
import { addSeconds, HOUR, type Instant } from './instant.ts';

/** The last local day that counted, and the instant until which the counted days take up real time. */
export interface CountedDays {
  readonly lastDay: Day | null;
  readonly takenUntil: Instant | null;
}

/** The real time of a counted day. It is less than 24 hours, because days are shorter when clocks go forward or a child flies east. */
const REAL_DAY = 20 * HOUR;

/** Whether a day counts: it is later than the last counted day and not a third day within the real time of one (gap 30). */
export function isNewDay({ lastDay, takenUntil }: CountedDays, day: Day, at: Instant): boolean {
  if (lastDay !== null && day <= lastDay) return false;
  return takenUntil === null || takenUntil <= addSeconds(at, REAL_DAY);
}

/** The new `takenUntil` after another day has counted at `at`. */
export function takenAfter({ takenUntil }: CountedDays, at: Instant): Instant {
  return addSeconds(takenUntil !== null && takenUntil > at ? takenUntil : at, REAL_DAY);
}

/** The instant from which the next day may count; also the new `takenUntil` when the last counted day is undone. */
export function freeAt(takenUntil: Instant): Instant {
  return addSeconds(takenUntil, -REAL_DAY);
}
