import type { Day, LocalNow } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { computeCurrentStreak, type Pause } from '../streaks/streak.ts';
import { toStreak } from '../totals/totals.ts';
import {
  type DailyStats,
  findStreakStart,
  getTotalsAndPauses,
  listDailyStats,
  listPausesEndingAfter,
} from '../totals/totals-store.ts';

/** Why a day without activity does not end a streak. */
export const REST_REASONS = ['pause', 'freeze'] as const;

export interface CalendarDay extends DailyStats {
  readonly rest: (typeof REST_REASONS)[number] | null;
}

/** Returns consecutive days with a child's activity, or with the reason why a day without activity does not end the streak. */
export async function listCalendarDays(
  ctx: Context,
  profileId: string,
  localNow: LocalNow,
  days: readonly Day[],
): Promise<CalendarDay[]> {
  const [from = '', until = ''] = [days[0], days.at(-1)];
  const stats = await listDailyStats(ctx, profileId, from, until);
  // Days are compared as texts: a month such as "2026-11" is before its days, and after the days of earlier months.
  const pauses = await listPausesEndingAfter(ctx, profileId, from.slice(0, 7));
  const streakStart = await findCurrentStreakStart(ctx, profileId, localNow);
  return addRestDays(days, localNow.today, stats, pauses, streakStart);
}

/** The first counted day of the current streak; undefined if there is no streak. */
async function findCurrentStreakStart(ctx: Context, profileId: string, localNow: LocalNow): Promise<Day | undefined> {
  const { totals, pauses } = await getTotalsAndPauses(ctx, profileId);
  const length = computeCurrentStreak(toStreak(totals), localNow, pauses);
  const lastDay = totals.streak_last_date;
  return length === 0 || lastDay === null ? undefined : findStreakStart(ctx, profileId, { lastDay, length });
}

/**
 * The database does not store which days were protected by freezes. In the current streak, each past day that neither counted nor
 * was paused is shown as protected by a freeze, including a day that was skipped by travel and needed none (gap 154). For earlier
 * streaks this is unknown, so no day is shown as protected.
 */
function addRestDays(
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
