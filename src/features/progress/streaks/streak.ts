import { extendUsedUntil, isNewDay } from '../../../core/counted-days.ts';
import { addDays, type Day, daysBetween, type LocalNow, startOfWeek } from '../../../core/days.ts';
import { addSeconds, HOUR, type Instant } from '../../../core/instant.ts';

/** A child's streak after the last qualifying action (gaps 21, 28 to 31). */
export interface Streak {
  readonly days: number;
  readonly longest: number;
  readonly lastDay: Day | null;
  /** The last qualifying action, whether its day counted or not. */
  readonly lastAt: Instant | null;
  readonly usedUntil: Instant | null;
  readonly freezes: number;
  /** Monday of the week in which the last freeze was earned. */
  readonly freezeWeek: Day | null;
  readonly daysActive: number;
  readonly comebackDays: number;
}

/** A period in which a parent has paused the streak; both ends are included. */
export interface Pause {
  readonly from: Day;
  readonly until: Day | null;
}

export const NO_STREAK: Streak = {
  days: 0,
  longest: 0,
  lastDay: null,
  lastAt: null,
  usedUntil: null,
  freezes: 0,
  freezeWeek: null,
  daysActive: 0,
  comebackDays: 0,
};

/** A child who acts again within this time has missed no day, even by the calendar, because it may have travelled. */
const TRAVEL_TOLERANCE = 36 * HOUR;
const MAX_FREEZES = 2;

/** The streak after a qualifying action, and whether it made today a counted day. */
export function extendStreak(
  before: Streak,
  local: LocalNow,
  pauses: readonly Pause[],
): { counted: boolean; streak: Streak } {
  const { now, today } = local;
  const lastAt = later(before.lastAt, now);
  if (!isNewDay(before, local)) return { counted: false, streak: { ...before, lastAt } };
  const needed = freezesNeeded(before, local, pauses);
  const continues = needed <= before.freezes;
  const days = continues ? before.days + 1 : 1;
  const daysAway = before.lastDay === null ? 0 : daysBetween(before.lastDay, today) - 1;
  return {
    counted: true,
    streak: {
      days,
      longest: Math.max(before.longest, days),
      lastDay: today,
      lastAt,
      usedUntil: extendUsedUntil(before, now),
      ...freezesAfter(today, before, continues ? before.freezes - needed : before.freezes),
      daysActive: before.daysActive + 1,
      comebackDays: Math.max(before.comebackDays, daysAway),
    },
  };
}

/** The length of the streak; 0 when an action now would begin a new one. */
export function currentStreak(streak: Streak, local: LocalNow, pauses: readonly Pause[]): number {
  return freezesNeeded(streak, local, pauses) <= streak.freezes ? streak.days : 0;
}

/** How many freezes it takes to continue the streak today; Infinity when there is none. */
function freezesNeeded({ lastDay, lastAt }: Streak, { now, today }: LocalNow, pauses: readonly Pause[]): number {
  if (lastDay === null) return Number.POSITIVE_INFINITY;
  if (lastAt !== null && now <= addSeconds(lastAt, TRAVEL_TOLERANCE)) return 0;
  return missedDays(lastDay, today, pauses);
}

/** The number of days between two days, both excluded, that no pause excuses. */
function missedDays(last: Day, day: Day, pauses: readonly Pause[]): number {
  const end = addDays(day, -1);
  let from = addDays(last, 1);
  let missed = Math.max(0, daysBetween(last, day) - 1);
  for (const pause of pauses.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const first = pause.from > from ? pause.from : from;
    const until = pause.until !== null && pause.until < end ? pause.until : end;
    if (first > until) continue;
    missed -= daysBetween(first, until) + 1;
    from = addDays(until, 1); // overlapping pauses excuse a day only once
  }
  return missed;
}

/** The first counted day of a week earns a freeze unless the child already has two. */
function freezesAfter(day: Day, { freezeWeek }: Streak, left: number): Pick<Streak, 'freezes' | 'freezeWeek'> {
  const week = startOfWeek(day);
  const earns = left < MAX_FREEZES && (freezeWeek === null || week > freezeWeek);
  return earns ? { freezes: left + 1, freezeWeek: week } : { freezes: left, freezeWeek };
}

function later(a: Instant | null, b: Instant): Instant {
  return a !== null && a > b ? a : b;
}
