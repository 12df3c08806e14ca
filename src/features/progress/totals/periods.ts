import { addDays, type Day, getStartOfWeek, toUtcDay } from '../../../core/time/days.ts';
import { addSeconds, DAY, type Instant } from '../../../core/time/instant.ts';
import type { Totals } from './totals-store.ts';

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
