import type { PlanetGoal } from '../../content/index.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { addDays, type Day, toUtcDay, toUtcMidnight } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import { getCalendarPeriod } from '../progress/index.ts';
import type { Planet } from './planet.ts';

/** The number of planets that a child can be a member of at the same time, not counting planets that have ended. */
export const MAX_CURRENT_PLANETS = QUOTAS.currentPlanetsPerChild;

export const PLANET_STATUSES = ['upcoming', 'active', 'ended'] as const;

export function getPlanetStatus({ starts_at, ends_at }: Planet, now: Instant): (typeof PLANET_STATUSES)[number] {
  if (ends_at !== null && ends_at <= now) return 'ended';
  return starts_at !== null && starts_at > now ? 'upcoming' : 'active';
}

/** The properties of a child that the conditions of a planet check. */
export interface PlanetCandidate {
  readonly birth_year: number;
  readonly level: number;
  /** Whether the guardians allow planets. */
  readonly mayJoinPlanets: boolean;
}

/** Why a child cannot join a planet. */
export type PlanetLock =
  | { readonly reason: 'planets_off' }
  | { readonly reason: 'too_young'; readonly minAge: number; readonly opens_at: Instant }
  | { readonly reason: 'too_old'; readonly maxAge: number }
  | { readonly reason: 'level'; readonly requiredLevel: number };

/**
 * Returns the reason why a child cannot join a planet, or null if the child can. Only the year of birth is known, so
 * the maximum age is compared with the youngest possible age and the minimum age with the oldest. Therefore no child who
 * could meet the conditions is refused (gap 62).
 */
export function findPlanetLock(
  { age_min, age_max, min_level }: Planet,
  child: PlanetCandidate,
  now: Instant,
): PlanetLock | null {
  if (!child.mayJoinPlanets) return { reason: 'planets_off' };
  const ageThisYear = Number(now.slice(0, 'yyyy'.length)) - child.birth_year;
  if (age_min !== null && ageThisYear < age_min) {
    return { reason: 'too_young', minAge: age_min, opens_at: `${child.birth_year + age_min}-01-01T00:00:00.000Z` };
  }
  if (age_max !== null && ageThisYear - 1 > age_max) return { reason: 'too_old', maxAge: age_max };
  return min_level !== null && child.level < min_level ? { reason: 'level', requiredLevel: min_level } : null;
}

/** The period of a goal. `firstDay` and `lastDay` are the first and the last day that count, in UTC. */
export interface GoalPeriod {
  readonly starts_at: Instant;
  readonly ends_at: Instant;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/**
 * The period of a goal at a given time: the current week or month, or the fixed period from its pack. A goal without `every` has
 * both dates of a fixed period.
 */
export function getGoalPeriod({ every, starts_at = '', ends_at = '' }: PlanetGoal, now: Instant): GoalPeriod {
  if (every === undefined)
    return { starts_at, ends_at, firstDay: toUtcDay(starts_at), lastDay: getLastDayBefore(ends_at) };
  const { first, next } = getCalendarPeriod(every, now);
  return { starts_at: toUtcMidnight(first), ends_at: toUtcMidnight(next), firstDay: first, lastDay: addDays(next, -1) };
}

function getLastDayBefore(instant: Instant): Day {
  return toUtcDay(new Date(Date.parse(instant) - 1).toISOString());
}
