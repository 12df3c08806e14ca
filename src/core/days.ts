import type { Instant } from './instant.ts';

/** A local calendar date, YYYY-MM-DD. */
export type Day = string;

/** The time zone that an X-Timezone header names ("Europe/Kyiv", "+05:45"), or undefined when there is none such. */
export function zoneOf(header: string | undefined): string | undefined {
  if (header === undefined) return 'UTC';
  if (!/^(?:[A-Za-z][\w+/-]*|[+-]\d\d(?::?\d\d)?)$/.test(header)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(header).timeZoneId;
  } catch {
    return undefined; // Temporal's only way to say "no such zone" is to throw
  }
}

export function dayOf(instant: Instant, zone: string): Day {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}

export function plusDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
