import type { Day, LocalNow } from './days.ts';
import { addSeconds, HOUR, type Instant } from './instant.ts';

/** The last local day that counted, and the end of the real time that the counted days reserve. */
export interface CountedDays {
  readonly lastDay: Day | null;
  readonly usedUntil: Instant | null;
}

/** The real time that a counted day reserves. It is less than 24 hours, because a day is shorter when clocks go forward or the child travels east. */
const REAL_DAY = 20 * HOUR;

/** Whether today counts: it is later than the last counted day and not a third one within the real time of one day (gap 30). */
export function isNewDay({ lastDay, usedUntil }: CountedDays, { now, today }: LocalNow): boolean {
  if (lastDay !== null && today <= lastDay) return false;
  return usedUntil === null || usedUntil <= addSeconds(now, REAL_DAY);
}

/** The new `usedUntil` after another day has counted at `now`. */
export function extendUsedUntil({ usedUntil }: CountedDays, now: Instant): Instant {
  return addSeconds(usedUntil !== null && usedUntil > now ? usedUntil : now, REAL_DAY);
}

/** The instant from which the next day may count; also the new `usedUntil` when the last counted day is undone. */
export function nextDayFrom(usedUntil: Instant): Instant {
  return addSeconds(usedUntil, -REAL_DAY);
}
