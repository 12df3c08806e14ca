import {
  addDays,
  countDaysBetween,
  type Day,
  getStartOfWeek,
  toLocalDay,
  toLocalNow,
  toUtcDay,
} from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { addRestDays, type CalendarDay } from '../calendar/calendar-days.ts';
import { computeLevel, type LevelProgress } from '../levels/levels.ts';
import { computeCurrentStreak, type Pause } from '../streaks/streak.ts';
import { toStreak } from '../totals/totals.ts';
import { type DailyStats, type Totals, ZERO_TOTALS } from '../totals/totals-store.ts';
import { listProgressRows } from './progress-reports-store.ts';

/** A summary of a child's progress for its parents. */
export interface ProgressOverview {
  readonly totals: Totals;
  readonly levelProgress: LevelProgress;
  readonly streakDays: number;
  readonly pauses: readonly Pause[];
  /** The time zone that defines the child's days (gap 111). */
  readonly timeZone: string;
  readonly today: Day;
  /** From Monday to today, in the child's time zone. */
  readonly thisWeek: WeekSummary;
  readonly lastWeek: WeekSummary;
  /** Last week from Monday to the same weekday as today, which is comparable with this week. */
  readonly lastWeekSoFar: WeekSummary;
  readonly thisDay: WeekSummary;
  /** The same weekday last week. */
  readonly sameDayLastWeek: WeekSummary;
  /** The last seven days, until today. */
  readonly lastDays: readonly CalendarDay[];
  /** Whether the child is saved on a device, by a tablet code or a sign-in. */
  readonly isConnected: boolean;
}

export interface WeekSummary {
  readonly xp: number;
  /** The part of the XP that is for to-dos. */
  readonly todoXp: number;
  /** The time spent on tasks. */
  readonly seconds: number;
  /** The number of completed tasks. */
  readonly tasks: number;
  readonly activeDays: number;
}

/** The overviews of these children, by id. Runs one statement, regardless of the number of children. */
export async function listOverviewsByChild(
  ctx: Context,
  childIds: readonly string[],
): Promise<ReadonlyMap<string, ProgressOverview>> {
  const now = ctx.now();
  const utcToday = toUtcDay(now);
  // The period is long enough for every time zone: the local date differs from the UTC date by at most a day.
  const {
    totals: allTotals,
    pauses,
    days,
    connectedIds,
  } = await listProgressRows(ctx, childIds, {
    from: addDays(getStartOfWeek(utcToday), -14),
    until: addDays(utcToday, 1),
  });
  const levelCount = ctx.content.current.levels.length;
  return new Map(
    childIds.map((id) => {
      const totals = allTotals.find(({ profile_id }) => profile_id === id);
      const timeZone = totals?.zone ?? 'UTC';
      const today = toLocalDay(now, timeZone);
      const monday = getStartOfWeek(today);
      const childDays = days.filter(({ profile_id }) => profile_id === id);
      const childPauses = pauses.filter(({ profile_id }) => profile_id === id);
      const firstDay = addDays(today, -6);
      const lastDays = childDays.filter(({ day }) => day >= firstDay && day <= today);
      const streakDays = computeCurrentStreak(toStreak(totals ?? ZERO_TOTALS), toLocalNow(now, timeZone), childPauses);
      const overview = {
        totals: totals ?? ZERO_TOTALS,
        levelProgress: computeLevel(totals?.xp_total ?? 0, levelCount),
        streakDays,
        pauses: childPauses,
        timeZone,
        today,
        thisWeek: sumPeriod(childDays, monday, today),
        lastWeek: sumPeriod(childDays, addDays(monday, -7), addDays(monday, -1)),
        lastWeekSoFar: sumPeriod(childDays, addDays(monday, -7), addDays(today, -7)),
        thisDay: sumPeriod(childDays, today, today),
        sameDayLastWeek: sumPeriod(childDays, addDays(today, -7), addDays(today, -7)),
        lastDays: addRestDays(
          listDays(firstDay, today),
          today,
          lastDays,
          childPauses,
          findStreakStart(lastDays, streakDays),
        ),
        isConnected: connectedIds.has(id),
      };
      return [id, overview];
    }),
  );
}

function listDays(from: Day, until: Day): Day[] {
  return Array.from({ length: countDaysBetween(from, until) + 1 }, (_, i) => addDays(from, i));
}

/** The day on which the current streak began, or any day before these; undefined if there is no streak. */
function findStreakStart(days: readonly DailyStats[], streakDays: number): Day | undefined {
  if (streakDays === 0) return undefined;
  const activeDays = days.filter(({ active }) => active).map(({ day }) => day);
  return activeDays.toSorted().at(-streakDays) ?? '';
}

/** A week of a child that begins on a given Monday. */
export interface ChildWeek {
  readonly timeZone: string;
  /** The child's local day, now. */
  readonly today: Day;
  readonly week: WeekSummary;
}

/** The weeks of these children that begin on a Monday, by id. Runs one statement, regardless of the number of children. */
export async function listWeeksByChild(
  ctx: Context,
  childIds: readonly string[],
  monday: Day,
): Promise<ReadonlyMap<string, ChildWeek>> {
  const period = { from: monday, until: addDays(monday, 6) };
  const { totals, days } = await listProgressRows(ctx, childIds, period);
  const now = ctx.now();
  return new Map(
    childIds.map((id) => {
      const timeZone = totals.find(({ profile_id }) => profile_id === id)?.zone ?? 'UTC';
      const childDays = days.filter(({ profile_id }) => profile_id === id);
      const week = sumPeriod(childDays, monday, period.until);
      return [id, { timeZone, today: toLocalDay(now, timeZone), week }];
    }),
  );
}

type DailyStatsWithTodos = DailyStats & { readonly todoXp: number };

function sumPeriod(allDays: readonly DailyStatsWithTodos[], from: Day, until: Day): WeekSummary {
  const days = allDays.filter(({ day }) => day >= from && day <= until);
  const sum = (select: (day: DailyStatsWithTodos) => number) => days.reduce((total, day) => total + select(day), 0);
  return {
    xp: sum(({ xp }) => xp),
    todoXp: sum(({ todoXp }) => todoXp),
    seconds: sum(({ seconds }) => seconds),
    tasks: sum(({ tasks }) => tasks),
    activeDays: sum(({ active }) => Number(active)),
  };
}
