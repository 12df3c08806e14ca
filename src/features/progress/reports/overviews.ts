import { addDays, type Day, localDay, startOfWeek } from '../../../core/days.ts';
import type { Context } from '../../../platform/context.ts';
import { type LevelStanding, levelOf } from '../levels/levels.ts';
import { currentStreak } from '../streaks/streak.ts';
import { streakOf } from '../totals/totals.ts';
import { type Totals, ZERO_TOTALS } from '../totals/totals-store.ts';
import { listDailyStatsOf, listPauses, listTotals } from './reports-store.ts';

/** How a child does, as its parents see it. */
export interface Overview {
  readonly totals: Totals;
  readonly level: LevelStanding;
  readonly streak: number;
  /** Where the child's days begin and end (gap 111). */
  readonly zone: string;
  readonly today: Day;
  /** From Monday on, and all of the seven days before. */
  readonly thisWeek: WeekSums;
  readonly lastWeek: WeekSums;
}

export interface WeekSums {
  readonly xp: number;
  readonly seconds: number;
  readonly tasks: number;
  readonly activeDays: number;
}

/** Of each of these children, by its id: three queries, however many they are. */
export async function overviews(ctx: Context, childIds: readonly string[]): Promise<ReadonlyMap<string, Overview>> {
  const now = ctx.now();
  const utc = now.slice(0, 10);
  const known = await listTotals(ctx.db, childIds);
  const pauses = await listPauses(ctx.db, childIds);
  // Wide enough for every zone: its today is at most a day away from UTC's.
  const days = await listDailyStatsOf(ctx.db, childIds, addDays(startOfWeek(utc), -14), addDays(utc, 1));
  const levels = ctx.content.current.levels.length;
  return new Map(
    childIds.map((id) => {
      const totals = known.find(({ profile_id }) => profile_id === id);
      const zone = totals?.zone ?? 'UTC';
      const today = localDay(now, zone);
      const monday = startOfWeek(today);
      const mine = days.filter(({ profile_id }) => profile_id === id);
      const own = pauses.filter(({ profile_id }) => profile_id === id);
      const overview = {
        totals: totals ?? ZERO_TOTALS,
        level: levelOf(totals?.xp_total ?? 0, levels),
        streak: currentStreak(streakOf(totals ?? ZERO_TOTALS), now, zone, own),
        zone,
        today,
        thisWeek: sumOf(mine.filter(({ day }) => day >= monday)),
        lastWeek: sumOf(mine.filter(({ day }) => day < monday && day >= addDays(monday, -7))),
      };
      return [id, overview];
    }),
  );
}

function sumOf(days: readonly { xp: number; seconds: number; tasks: number; active: boolean }[]): WeekSums {
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    xp: sum(({ xp }) => xp),
    seconds: sum(({ seconds }) => seconds),
    tasks: sum(({ tasks }) => tasks),
    activeDays: sum(({ active }) => Number(active)),
  };
}
