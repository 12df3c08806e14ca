import type { Day } from '../../../core/time/days.ts';
import type { Pause } from '../streaks/streak.ts';
import type { DailyStats } from '../totals/totals-store.ts';

/** Why a day without activity does not end a streak. */
export const REST_REASONS = ['pause', 'freeze'] as const;

export interface CalendarDay extends Pick<DailyStats, 'day' | 'active' | 'xp' | 'tasks'> {
  readonly rest: (typeof REST_REASONS)[number] | null;
}

export interface MonthInput {
  /** YYYY-MM. */
  readonly month: string;
  readonly today: Day;
  readonly stats: readonly DailyStats[];
  readonly pauses: readonly Pause[];
  /** The first counted day of the current streak; undefined if there is no streak. */
  readonly streakStart: Day | undefined;
}

/**
 * Returns all days of a month. The database does not store which days were protected by freezes. In the current streak,
 * each past day that neither counted nor was paused is shown as protected by a freeze, including a day that was skipped
 * by travel and needed none (gap 154). For earlier streaks this is unknown, so no day is shown as protected.
 */
export function buildMonth({ month, today, stats, pauses, streakStart }: MonthInput): CalendarDay[] {
  const statsByDay = new Map(stats.map((dailyStats) => [dailyStats.day, dailyStats]));
  const findRestReason = (day: Day) => {
    if (pauses.some(({ from, until }) => from <= day && (until === null || day <= until))) return 'pause';
    return streakStart !== undefined && streakStart < day && day < today ? 'freeze' : null;
  };
  return listDaysOfMonth(month).map((day) => {
    const { active = false, xp = 0, tasks = 0 } = statsByDay.get(day) ?? {};
    return { day, active, xp, tasks, rest: active ? null : findRestReason(day) };
  });
}

function listDaysOfMonth(month: string): Day[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return Array.from({ length: daysInMonth }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
}
