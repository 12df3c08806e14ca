import { type Day, dayOf, plusDays, weekOf } from '../../core/days.ts';
import type { Context } from '../../platform/context.ts';
import { type LevelStanding, levelOf } from './levels.ts';
import { listDaysOf, listPausesOf, listTotalsOf } from './panel-store.ts';
import { NOTHING_YET, type Totals } from './store.ts';
import { currentStreak } from './streak.ts';
import { streakOf } from './totals.ts';

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
  const known = await listTotalsOf(ctx.db, childIds);
  const pauses = await listPausesOf(ctx.db, childIds);
  // Wide enough for every zone: its today is at most a day away from UTC's.
  const days = await listDaysOf(ctx.db, childIds, plusDays(weekOf(utc), -14), plusDays(utc, 1));
  const levels = ctx.content.current.levels.length;
  return new Map(
    childIds.map((id) => {
      const totals = known.find(({ profile_id }) => profile_id === id);
      const zone = totals?.zone ?? 'UTC';
      const today = dayOf(now, zone);
      const monday = weekOf(today);
      const mine = days.filter(({ profile_id }) => profile_id === id);
      const own = pauses.filter(({ profile_id }) => profile_id === id);
      const overview = {
        totals: totals ?? NOTHING_YET,
        level: levelOf(totals?.xp_total ?? 0, levels),
        streak: currentStreak(streakOf(totals ?? NOTHING_YET), now, zone, own),
        zone,
        today,
        thisWeek: sumOf(mine.filter(({ day }) => day >= monday)),
        lastWeek: sumOf(mine.filter(({ day }) => day < monday && day >= plusDays(monday, -7))),
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
