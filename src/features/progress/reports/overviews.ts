import { addDays, type Day, getStartOfWeek, toLocalDay, toLocalNow, toUtcDay } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { computeLevel, type LevelProgress } from '../levels/levels.ts';
import { computeCurrentStreak } from '../streaks/streak.ts';
import { toStreak } from '../totals/totals.ts';
import { type Totals, ZERO_TOTALS } from '../totals/totals-store.ts';
import { listDailyStatsOfChildren, listPauses, listTotals } from './progress-reports-store.ts';

/** A summary of a child's progress for its parents. */
export interface ProgressOverview {
  readonly totals: Totals;
  readonly levelProgress: LevelProgress;
  readonly streakDays: number;
  /** The time zone that defines the child's days (gap 111). */
  readonly timeZone: string;
  readonly today: Day;
  /** From Monday to today, in the child's time zone. */
  readonly thisWeek: WeekSummary;
  readonly lastWeek: WeekSummary;
}

export interface WeekSummary {
  readonly xp: number;
  /** The time spent on tasks. */
  readonly seconds: number;
  /** The number of completed tasks. */
  readonly tasks: number;
  readonly activeDays: number;
}

/** The overviews of these children, by id. Runs three queries, regardless of the number of children. */
export async function listOverviewsByChild(
  ctx: Context,
  childIds: readonly string[],
): Promise<ReadonlyMap<string, ProgressOverview>> {
  const now = ctx.now();
  const utcToday = toUtcDay(now);
  const allTotals = await listTotals(ctx, childIds);
  const pauses = await listPauses(ctx, childIds);
  // The period is long enough for every time zone: the local date differs from the UTC date by at most a day.
  const days = await listDailyStatsOfChildren(
    ctx,
    childIds,
    addDays(getStartOfWeek(utcToday), -14),
    addDays(utcToday, 1),
  );
  const levelCount = ctx.content.current.levels.length;
  return new Map(
    childIds.map((id) => {
      const totals = allTotals.find(({ profile_id }) => profile_id === id);
      const timeZone = totals?.zone ?? 'UTC';
      const today = toLocalDay(now, timeZone);
      const monday = getStartOfWeek(today);
      const childDays = days.filter(({ profile_id }) => profile_id === id);
      const childPauses = pauses.filter(({ profile_id }) => profile_id === id);
      const overview = {
        totals: totals ?? ZERO_TOTALS,
        levelProgress: computeLevel(totals?.xp_total ?? 0, levelCount),
        streakDays: computeCurrentStreak(toStreak(totals ?? ZERO_TOTALS), toLocalNow(now, timeZone), childPauses),
        timeZone,
        today,
        thisWeek: sumDays(childDays.filter(({ day }) => day >= monday)),
        lastWeek: sumDays(childDays.filter(({ day }) => day < monday && day >= addDays(monday, -7))),
      };
      return [id, overview];
    }),
  );
}

function sumDays(days: readonly { xp: number; seconds: number; tasks: number; active: boolean }[]): WeekSummary {
  const sum = (select: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + select(day), 0);
  return {
    xp: sum(({ xp }) => xp),
    seconds: sum(({ seconds }) => seconds),
    tasks: sum(({ tasks }) => tasks),
    activeDays: sum(({ active }) => Number(active)),
  };
}
