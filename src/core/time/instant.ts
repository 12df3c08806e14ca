/**
 * A point in time in ISO 8601 and UTC, always with 24 characters ("2026-11-20T08:30:00.000Z"), so that sorting instants as text
 * sorts them by time.
 */
export type Instant = string;

/** Durations are in seconds. */
export const SECOND = 1;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function addSeconds(instant: Instant, seconds: number): Instant {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

/** Rounds a duration to whole minutes. Any time above zero is at least one minute. */
export function toWholeMinutes(seconds: number): number {
  return seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
}

/** The number of seconds from `now` to `then`, for Retry-After: rounded up, and at least 1. */
export function countSecondsUntil(now: Instant, then: Instant): number {
  return Math.max(1, Math.ceil((Date.parse(then) - Date.parse(now)) / 1000));
}

/** The number of whole seconds since 1970, as in the claims of a JWT. */
export function toEpochSeconds(instant: Instant): number {
  return Math.floor(Date.parse(instant) / 1000);
}
