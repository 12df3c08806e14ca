import { addDays, type Day } from '../../core/days.ts';
import type { Instant } from '../../core/instant.ts';
import { QUOTAS } from '../../core/quotas.ts';
import type { PlanetGoal } from '../content/index.ts';
import { monthAt, weekAt } from '../progress/index.ts';
import type { Planet } from './planet.ts';

/** So many planets a child can be a member of, those that have ended apart. */
export const MAX_PLANETS = QUOTAS.currentPlanetsPerChild;

export const STATUSES = ['upcoming', 'active', 'ended'] as const;

export function statusOf({ starts_at, ends_at }: Planet, now: Instant): (typeof STATUSES)[number] {
  if (ends_at !== null && ends_at <= now) return 'ended';
  return starts_at !== null && starts_at > now ? 'upcoming' : 'active';
}

/** A child as a planet's conditions see it. */
export interface Visitor {
  readonly birth_year: number;
  readonly level: number;
  /** Its parent lets it join planets. */
  readonly onPlanets: boolean;
}

/** Why a planet is closed to a child. */
export type JoinBarrier =
  | { readonly reason: 'planets_off' }
  | { readonly reason: 'too_young'; readonly age: number; readonly opens_at: Instant }
  | { readonly reason: 'too_old'; readonly age: number }
  | { readonly reason: 'level'; readonly level: number };

/**
 * Only the year of birth is known: the child counts as young as it may be for an upper limit, and as old as it may be
 * for a lower one, so that nobody is sent away who fits (gap 62).
 */
export function joinBarrier(
  { age_min, age_max, min_level }: Planet,
  visitor: Visitor,
  now: Instant,
): JoinBarrier | null {
  const reaches = Number(now.slice(0, 4)) - visitor.birth_year;
  if (!visitor.onPlanets) return { reason: 'planets_off' };
  if (age_min !== null && reaches < age_min) {
    return { reason: 'too_young', age: age_min, opens_at: `${visitor.birth_year + age_min}-01-01T00:00:00.000Z` };
  }
  if (age_max !== null && reaches - 1 > age_max) return { reason: 'too_old', age: age_max };
  return min_level !== null && visitor.level < min_level ? { reason: 'level', level: min_level } : null;
}

/** When a goal begins and ends; `from` and `until` are the days that count, both included. */
export interface Span {
  readonly starts_at: Instant;
  readonly ends_at: Instant;
  readonly from: Day;
  readonly until: Day;
}

/** The span of a goal at a moment: the week or month that this is, or the one that its pack names. */
export function spanOf({ every, starts_at = '', ends_at = '' }: PlanetGoal, now: Instant): Span {
  const first = every === 'week' ? weekAt(now) : every === 'month' ? `${monthAt(now)}-01` : starts_at.slice(0, 10);
  const next = every === 'week' ? addDays(first, 7) : `${monthAt(`${addDays(first, 31)}`)}-01`;
  return every === undefined
    ? { starts_at, ends_at, from: first, until: lastDayBefore(ends_at) }
    : { starts_at: midnight(first), ends_at: midnight(next), from: first, until: addDays(next, -1) };
}

function lastDayBefore(moment: Instant): Day {
  return new Date(Date.parse(moment) - 1).toISOString().slice(0, 10);
}

function midnight(day: Day): Instant {
  return `${day}T00:00:00.000Z`;
}
