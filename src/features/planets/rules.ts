import type { PlanetGoal } from '../../content/index.ts';
import { addDays, type Day } from '../../core/days.ts';
import type { Instant } from '../../core/instant.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { monthAt, weekAt } from '../progress/index.ts';
import type { Planet } from './planet.ts';

/** The number of planets that a child can be a member of, not counting ended ones. */
export const MAX_PLANETS = QUOTAS.currentPlanetsPerChild;

export const STATUSES = ['upcoming', 'active', 'ended'] as const;

export function statusOf({ starts_at, ends_at }: Planet, now: Instant): (typeof STATUSES)[number] {
  if (ends_at !== null && ends_at <= now) return 'ended';
  return starts_at !== null && starts_at > now ? 'upcoming' : 'active';
}

/** The properties of a child that a planet's conditions check. */
export interface Visitor {
  readonly birth_year: number;
  readonly level: number;
  /** The parent allows planets. */
  readonly onPlanets: boolean;
}

/** Why a child cannot join a planet. */
export type JoinBarrier =
  | { readonly reason: 'planets_off' }
  | { readonly reason: 'too_young'; readonly age: number; readonly opens_at: Instant }
  | { readonly reason: 'too_old'; readonly age: number }
  | { readonly reason: 'level'; readonly level: number };

/**
 * Only the year of birth is known, so the upper limit assumes the youngest possible age and the lower limit the oldest:
 * no child that may meet the limits is refused (gap 62).
 */
export function joinBarrier(
  { age_min, age_max, min_level }: Planet,
  visitor: Visitor,
  now: Instant,
): JoinBarrier | null {
  const ageThisYear = Number(now.slice(0, 4)) - visitor.birth_year;
  if (!visitor.onPlanets) return { reason: 'planets_off' };
  if (age_min !== null && ageThisYear < age_min) {
    return { reason: 'too_young', age: age_min, opens_at: `${visitor.birth_year + age_min}-01-01T00:00:00.000Z` };
  }
  if (age_max !== null && ageThisYear - 1 > age_max) return { reason: 'too_old', age: age_max };
  return min_level !== null && visitor.level < min_level ? { reason: 'level', level: min_level } : null;
}

/** The period of a goal; `from` and `until` are the first and last day that count. */
export interface GoalPeriod {
  readonly starts_at: Instant;
  readonly ends_at: Instant;
  readonly from: Day;
  readonly until: Day;
}

/** The period of a goal at a given time: the current week or month, or the fixed period from its pack. */
export function goalPeriod({ every, starts_at = '', ends_at = '' }: PlanetGoal, now: Instant): GoalPeriod {
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
