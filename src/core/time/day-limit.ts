import { addDays, type Day, type LocalNow } from './days.ts';
import { addSeconds, HOUR, type Instant } from './instant.ts';

/**
 * The state of a limit on the local days that count for a streak or for a series of to-dos. The limit prevents a child from
 * gaining days by changing X-Timezone: one day may count in 20 hours of real time, and one more in advance (gap 30). The
 * algorithm is GCRA (generic cell rate algorithm): each day reserves 20 hours, which begin after the hours that the day before
 * has reserved. A new day counts if at most 20 reserved hours are left.
 */
export interface DayLimit {
  /** The last local day that counted. */
  readonly lastDay: Day | null;
  /** The end of the last reservation. */
  readonly reservedUntil: Instant | null;
}

/**
 * The real time that a counted day reserves. It is less than 24 hours, because a day is shorter when clocks go forward or the
 * child travels east.
 */
const RESERVED_SECONDS = 20 * HOUR;

/** Whether today is a new day that counts: today is later than the last counted day, and the limit admits it. */
export function isNewDay({ lastDay, reservedUntil }: DayLimit, { now, today }: LocalNow): boolean {
  if (isRecordedByWrongClock(lastDay, today)) return true;
  if (lastDay !== null && today <= lastDay) return false;
  return reservedUntil === null || reservedUntil <= addSeconds(now, RESERVED_SECONDS);
}

/** The maximum difference, in days, between the local dates of two places: UTC-12 and UTC+14 are 26 hours apart. */
const MAX_DAYS_AHEAD = 2;

/**
 * Whether a stored day was recorded while the server's clock was wrong: its date has not begun anywhere. Callers ignore such a
 * day.
 */
export function isRecordedByWrongClock(storedDay: Day | null, today: Day): boolean {
  return storedDay !== null && storedDay > addDays(today, MAX_DAYS_AHEAD);
}

/** The new `reservedUntil` after another day has counted at `now`. */
export function extendReservation({ reservedUntil }: DayLimit, now: Instant): Instant {
  const latestEnd = addSeconds(now, 2 * RESERVED_SECONDS); // `reservedUntil` is later than this only if the clock was wrong
  const hasReservation = reservedUntil !== null && reservedUntil > now && reservedUntil <= latestEnd;
  return addSeconds(hasReservation ? reservedUntil : now, RESERVED_SECONDS);
}

/** The instant from which the limit admits the next day: when at most the hours of one day are still reserved. */
export function getNextAllowedAt(reservedUntil: Instant): Instant {
  return addSeconds(reservedUntil, -RESERVED_SECONDS);
}

/** The new `reservedUntil` after the last counted day was undone. */
export function releaseReservation(reservedUntil: Instant): Instant {
  return addSeconds(reservedUntil, -RESERVED_SECONDS);
}
