import { type Day, plusDays } from '../../core/days.ts';

/** XP from the start of `level` to the next one: 50, then 25 more each time (gap 20). */
export function xpNeeded(level: number): number {
  return 50 + 25 * (level - 1);
}

export interface LevelStanding {
  readonly level: number;
  readonly xpInLevel: number;
  /** 0 at the top. */
  readonly xpToNext: number;
}

/** Where `xp` stands on a ladder of `levels` levels. */
export function levelOf(xp: number, levels: number): LevelStanding {
  let level = 1;
  let start = 0;
  while (level < levels && xp >= start + xpNeeded(level)) {
    start += xpNeeded(level);
    level += 1;
  }
  return { level, xpInLevel: xp - start, xpToNext: level === levels ? 0 : start + xpNeeded(level) - xp };
}

/** The run of days as it stands today: it lives while its last day is today or yesterday (gap 21). */
export function currentStreak(days: number, lastDay: Day | null, today: Day): number {
  return lastDay !== null && lastDay >= plusDays(today, -1) ? days : 0;
}
