import { addSeconds, HOUR, type Instant } from './instant.ts';

/** A local calendar date, YYYY-MM-DD. */
export type Day = string;

/** The maximum length of a header that can name a time zone. No time zone has a longer name. */
const MAX_TIME_ZONE_LENGTH = 64;

const DAY_MS = 86_400_000;
const HOUR_NANOSECONDS = 3.6e12;

/** The lowest and the highest UTC offset of any place on Earth. */
const MIN_UTC_OFFSET_HOURS = -12;
const MAX_UTC_OFFSET_HOURS = 14;

/**
 * Returns the time zone that an X-Timezone header names ("Europe/Kyiv", "+05:45", "GMT+05:45"), or UTC if there is no header.
 * Returns undefined if the time zone does not exist or if its offset is outside the range of the offsets on Earth.
 */
export function parseTimeZone(text: string | undefined): string | undefined {
  if (text === undefined) return 'UTC';
  const header = text.replace(/^GMT(?=[+-]\d\d:?\d\d$)/, ''); // Java and Android name an offset like this
  if (header.length > MAX_TIME_ZONE_LENGTH || !/^(?:[A-Za-z][\w+/-]*|[+-]\d\d(?::?\d\d)?)$/.test(header))
    return undefined;
  try {
    const { timeZoneId, offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(header);
    const offsetHours = offsetNanoseconds / HOUR_NANOSECONDS;
    return offsetHours >= MIN_UTC_OFFSET_HOURS && offsetHours <= MAX_UTC_OFFSET_HOURS ? timeZoneId : undefined;
  } catch {
    return undefined; // Temporal throws for an unknown time zone
  }
}

/** The current instant, and a person's time zone and local date at that instant. */
export interface LocalNow {
  readonly now: Instant;
  readonly timeZone: string;
  readonly today: Day;
}

export function toLocalNow(now: Instant, timeZone: string): LocalNow {
  return { now, timeZone, today: toClampedLocalDay(now, timeZone) };
}

/** The date in UTC. */
export function toUtcDay(instant: Instant): Day {
  return instant.slice(0, 10);
}

/** The instant at which a date begins in UTC. */
export function toUtcMidnight(day: Day): Instant {
  return `${day}T00:00:00.000Z`;
}

/** The instant at which a date begins in a time zone. */
export function toLocalMidnight(day: Day, timeZone: string): Instant {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds).toISOString();
}

/** Whether a text is a calendar date, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false; // Temporal throws for a date that does not exist
  }
}

/** The local date in a time zone. */
export function toLocalDay(instant: Instant, timeZone: string): Day {
  if (timeZone === 'UTC') return toUtcDay(instant);
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

export function addDays(day: Day, days: number): Day {
  return toUtcDay(new Date(Date.parse(day) + days * DAY_MS).toISOString()); // several times as fast as Temporal
}

/** The number of days from `from` to `to`; negative if `to` is earlier. */
export function countDaysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS; // both are parsed as midnight in UTC, where days have 24 hours
}

/** The Monday of a day's week. */
export function getStartOfWeek(day: Day): Day {
  const daysSinceSunday = new Date(day).getUTCDay();
  return addDays(day, daysSinceSunday === 0 ? -6 : 1 - daysSinceSunday);
}

/** The local date in a time zone, limited to the dates that places on Earth have at that instant. */
export function toClampedLocalDay(instant: Instant, timeZone: string): Day {
  if (timeZone === 'UTC') return toUtcDay(instant);
  const day = toLocalDay(instant, timeZone);
  const { first, last } = getDaysOnEarth(instant);
  if (day < first) return first;
  return day > last ? last : day;
}

/** The earliest and the latest local date on Earth at an instant. */
export function getDaysOnEarth(instant: Instant): { readonly first: Day; readonly last: Day } {
  return {
    first: toUtcDay(addSeconds(instant, MIN_UTC_OFFSET_HOURS * HOUR)),
    last: toUtcDay(addSeconds(instant, MAX_UTC_OFFSET_HOURS * HOUR)),
  };
}
