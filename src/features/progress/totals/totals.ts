import { addDays, type Day, getStartOfWeek, toUtcDay } from '../../../core/time/days.ts';
import { addSeconds, DAY, type Instant } from '../../../core/time/instant.ts';
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

/** The Monday of an instant's week in UTC. Leaderboards use UTC, so that a week ends for everybody at the same time (gap 60). */
export function getUtcWeek(instant: Instant): Day {
  return getStartOfWeek(toUtcDay(instant));
}

/** An instant's month in UTC, as YYYY-MM. */
export function getUtcMonth(instant: Instant): string {
  return instant.slice(0, 7);
}

/** The first day of the current week or month in UTC, and the first day of the next one. */
export function getCalendarPeriod(kind: 'week' | 'month', now: Instant): { readonly first: Day; readonly next: Day } {
  const first = kind === 'week' ? getUtcWeek(now) : `${getUtcMonth(now)}-01`;
  return { first, next: kind === 'week' ? addDays(first, 7) : `${getUtcMonth(addDays(first, 31))}-01` };
}

/**
 * Adds `xp` to the week and month of `at` in the totals. A new week or month begins from zero. If the stored period
 * begins within a day after `at`, it does not change, because the clock of this process may be slightly behind. A
 * stored period that begins later was stored while a clock was wrong, so it is replaced.
 */
export function addXpToPeriods(totals: Totals, at: Instant, xp: number): Totals {
  const week = getUtcWeek(at);
  const month = getUtcMonth(at);
  const nextDay = addSeconds(at, DAY);
  const isChanged = (period: string | null, current: string, next: string) =>
    period === null || period <= current || period > next;
  return {
    ...totals,
    ...(isChanged(totals.week, week, getUtcWeek(nextDay)) && {
      week,
      week_xp: xp + (totals.week === week ? totals.week_xp : 0),
    }),
    ...(isChanged(totals.month, month, getUtcMonth(nextDay)) && {
      month,
      month_xp: xp + (totals.month === month ? totals.month_xp : 0),
    }),
  };
}
