import type { Day } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import type { Pause } from '../streaks/streak.ts';
import { type DailyStats, findStreakStart, listDailyStats } from '../totals/totals-store.ts';

/** Why a day without activity does not end a streak. */
export const REST_REASONS = ['pause', 'freeze'] as const;

export interface CalendarDay extends DailyStats {
  readonly rest: (typeof REST_REASONS)[number] | null;
}

interface StreakState {
  readonly today: Day;
  /** The length of the current streak; 0 if there is none. */
  readonly streakDays: number;
  /** The last day that counted. */
  readonly lastDay: Day | null;
  /** At least the pauses that overlap the days. */
  readonly pauses: readonly Pause[];
}

/** Returns consecutive days with a child's activity, or with the reason why a day without activity does not end the streak. */
export async function listCalendarDays(
  ctx: Context,
  profileId: string,
  days: readonly Day[],
  { today, streakDays, lastDay, pauses }: StreakState,
): Promise<CalendarDay[]> {
  const stats = await listDailyStats(ctx, profileId, days[0] ?? '', days.at(-1) ?? '');
  const hasStreak = streakDays > 0 && lastDay !== null;
  const streakStart = hasStreak ? await findStreakStart(ctx, profileId, { lastDay, length: streakDays }) : undefined;
  return addRestDays(days, today, stats, pauses, streakStart);
}

/**
 * The database does not store which days were protected by freezes. In the current streak, each past day that neither counted nor
 * was paused is shown as protected by a freeze, including a day that was skipped by travel and needed none (gap 154). For earlier
 * streaks this is unknown, so no day is shown as protected.
 */
export function addRestDays(
  days: readonly Day[],
  today: Day,
  stats: readonly DailyStats[],
  pauses: readonly Pause[],
  streakStart: Day | undefined,
): CalendarDay[] {
  const statsByDay = new Map(stats.map((dailyStats) => [dailyStats.day, dailyStats]));
  const findRestReason = (day: Day): CalendarDay['rest'] => {
    if (pauses.some(({ from, until }) => from <= day && (until === null || day <= until))) return 'pause';
    return streakStart !== undefined && streakStart < day && day < today ? 'freeze' : null;
  };
  return days.map((day) => {
    const dailyStats = statsByDay.get(day) ?? { day, active: false, xp: 0, tasks: 0, seconds: 0 };
    return { ...dailyStats, rest: dailyStats.active ? null : findRestReason(day) };
  });
}
