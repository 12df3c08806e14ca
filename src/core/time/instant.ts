/** A point in time as 24 characters of ISO 8601 UTC ("2026-11-20T08:30:00.000Z"), which sort and compare as text. */
export type Instant = string;

/** Durations are in seconds. */
export const SECOND = 1;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function addSeconds(instant: Instant, seconds: number): Instant {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

/** Whole seconds from `now` to `then`, rounded up and at least 1, as Retry-After needs them. */
export function countSecondsUntil(now: Instant, then: Instant): number {
  return Math.max(1, Math.ceil((Date.parse(then) - Date.parse(now)) / 1000));
}

/** Seconds since 1970, as JWTs count. */
export function toEpochSeconds(instant: Instant): number {
  return Math.floor(Date.parse(instant) / 1000);
}
