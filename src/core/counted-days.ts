import type { Day } from './days.ts';
import { addSeconds, HOUR, type Instant } from './instant.ts';

/** Local days that have counted for something, one each: the last of them, and the real time that they have taken. */
export interface CountedDays {
  readonly lastDay: Day | null;
  readonly takenUntil: Instant | null;
}

/** Real time that a counted day takes. Less than 24 hours: days are short when clocks go forward or a child flies east. */
const REAL_DAY = 20 * HOUR;

/** A later date than the last one that counted; and no third day within the real time of one (gap 30). */
export function isNewDay({ lastDay, takenUntil }: CountedDays, day: Day, at: Instant): boolean {
  if (lastDay !== null && day <= lastDay) return false;
  return takenUntil === null || takenUntil <= addSeconds(at, REAL_DAY);
}

/** The real time that is taken after one more day has counted at `at`. */
export function takenAfter({ takenUntil }: CountedDays, at: Instant): Instant {
  return addSeconds(takenUntil !== null && takenUntil > at ? takenUntil : at, REAL_DAY);
}

/** From when on real time allows the next day to count; also what is taken when the last day is given back. */
export function freeAt(takenUntil: Instant): Instant {
  return addSeconds(takenUntil, -REAL_DAY);
}
