import { addDays, type Day, type LocalNow } from './days.ts';
import { addSeconds, HOUR, type Instant } from './instant.ts';

/**
 * The state that limits how many local days can count in a period of real time, so that a child cannot gain days by changing
 * X-Timezone. Each counted day reserves 20 hours of real time, one day after another. `reservedUntil` is the end of the last
 * reservation, and `lastDay` the last local day that counted.
 */
export interface CountedDays {
  readonly lastDay: Day | null;
  readonly reservedUntil: Instant | null;
}

/**
 * The real time that a counted day reserves. It is less than 24 hours, because a day is shorter when clocks go forward or the
 * child travels east.
 */
const RESERVED_SECONDS = 20 * HOUR;

/**
 * Whether today is a new day that counts: it is later than the last counted day, and at most one other day has counted in the
 * last 20 hours (gap 30).
 */
export function isNewDay({ lastDay, reservedUntil }: CountedDays, { now, today }: LocalNow): boolean {
  if (isImpossibleDay(lastDay, today)) return true;
  if (lastDay !== null && today <= lastDay) return false;
  return reservedUntil === null || reservedUntil <= addSeconds(now, RESERVED_SECONDS);
}

/** The local dates of two places differ by at most two days. */
const MAX_DAYS_AHEAD = 2;

/** Whether a day was recorded while the clock was wrong: its date has not begun anywhere. Such a day does not count. */
export function isImpossibleDay(day: Day | null, today: Day): boolean {
  return day !== null && day > addDays(today, MAX_DAYS_AHEAD);
}

/** The new `reservedUntil` after another day has counted at `now`. */
export function extendReservation({ reservedUntil }: CountedDays, now: Instant): Instant {
  const latest = addSeconds(now, 2 * RESERVED_SECONDS); // `reservedUntil` is later than this only if the clock was wrong
  return addSeconds(
    reservedUntil !== null && reservedUntil > now && reservedUntil <= latest ? reservedUntil : now,
    RESERVED_SECONDS,
  );
}

/** The instant from which the next day may count; also the new `reservedUntil` when the last counted day is undone. */
export function getNextDayStart(reservedUntil: Instant): Instant {
  return addSeconds(reservedUntil, -RESERVED_SECONDS);
}
