import { extendUsedUntil, isNewDay } from '../../../core/time/counted-days.ts';
import { type Day, daysBetween, type LocalNow } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import { freezesAfter, freezesNeeded, type Pause } from './freezes.ts';

/** A child's streak after the last qualifying action (gaps 21, 28 to 31). */
export interface Streak {
  readonly days: number;
  readonly longest: number;
  readonly lastDay: Day | null;
  /** The last qualifying action, whether its day counted or not. */
  readonly lastAt: Instant | null;
  readonly usedUntil: Instant | null;
  readonly freezes: number;
  /** Monday of the week in which the last freeze was earned. */
  readonly freezeWeek: Day | null;
  readonly daysActive: number;
  readonly comebackDays: number;
}

export const NO_STREAK: Streak = {
  days: 0,
  longest: 0,
  lastDay: null,
  lastAt: null,
  usedUntil: null,
  freezes: 0,
  freezeWeek: null,
  daysActive: 0,
  comebackDays: 0,
};

/** The streak after a qualifying action, and whether it made today a counted day. */
export function extendStreak(
  before: Streak,
  local: LocalNow,
  pauses: readonly Pause[],
): { counted: boolean; streak: Streak } {
  const { now, today } = local;
  const lastAt = later(before.lastAt, now);
  if (!isNewDay(before, local)) return { counted: false, streak: { ...before, lastAt } };
  const needed = freezesNeeded(before, local, pauses);
  const continues = needed <= before.freezes;
  const days = continues ? before.days + 1 : 1;
  const daysAway = before.lastDay === null ? 0 : daysBetween(before.lastDay, today) - 1;
  return {
    counted: true,
    streak: {
      days,
      longest: Math.max(before.longest, days),
      lastDay: today,
      lastAt,
      usedUntil: extendUsedUntil(before, now),
      ...freezesAfter(today, before, continues ? before.freezes - needed : before.freezes),
      daysActive: before.daysActive + 1,
      comebackDays: Math.max(before.comebackDays, daysAway),
    },
  };
}

/** The length of the streak; 0 when an action now would begin a new one. */
export function currentStreak(streak: Streak, local: LocalNow, pauses: readonly Pause[]): number {
  return freezesNeeded(streak, local, pauses) <= streak.freezes ? streak.days : 0;
}

function later(a: Instant | null, b: Instant): Instant {
  return a !== null && a > b ? a : b;
}
