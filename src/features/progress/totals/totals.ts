import type { Streak } from '../streaks/streak.ts';
import type { Totals } from './totals-store.ts';

/** How much an activity adds to each counter. `seconds` is the time spent on tasks. */
export type CounterChanges = Partial<Readonly<Record<Counter, number>>>;
type Counter =
  | 'tasks_completed'
  | 'tasks_in_progress'
  | 'worlds_completed'
  | 'locations_completed'
  | 'perfect_quizzes'
  | 'creative_approved'
  | 'todos_done'
  | 'planets_joined'
  | 'seconds';

/** Adds changes to the counters. No counter falls below zero. */
export function addCounts(totals: Totals, { seconds = 0, ...counts }: CounterChanges = {}): Totals {
  const updatedTotals = { ...totals, total_time_seconds: Math.max(0, totals.total_time_seconds + seconds) };
  for (const [name, change] of Object.entries(counts) as [Exclude<Counter, 'seconds'>, number][]) {
    updatedTotals[name] = Math.max(0, updatedTotals[name] + change);
  }
  return updatedTotals;
}

/** Reads a streak from the columns of the totals. */
export function toStreak(totals: Totals): Streak {
  return {
    days: totals.streak_days,
    longestDays: totals.longest_streak_days,
    lastDay: totals.streak_last_date,
    lastActionAt: totals.streak_last_at,
    reservedUntil: totals.streak_reserved_until,
    freezeCount: totals.freezes_held,
    freezeWeek: totals.freeze_week,
    daysActive: totals.days_active,
    comebackDays: totals.comeback_days,
  };
}

/** The columns of the totals in which a streak is stored. */
export function toStreakColumns(streak: Streak) {
  return {
    streak_days: streak.days,
    longest_streak_days: streak.longestDays,
    streak_last_date: streak.lastDay,
    streak_last_at: streak.lastActionAt,
    streak_reserved_until: streak.reservedUntil,
    freezes_held: streak.freezeCount,
    freeze_week: streak.freezeWeek,
    days_active: streak.daysActive,
    comeback_days: streak.comebackDays,
  };
}
