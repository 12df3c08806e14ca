import { extendReservation, isNewDay, isRecordedByWrongClock } from '../../../core/time/day-limit.ts';
import { addDays, countDaysBetween, type Day, getStartOfWeek, type LocalNow } from '../../../core/time/days.ts';
import { addSeconds, HOUR, type Instant } from '../../../core/time/instant.ts';

/** A child's streak after the last qualifying action (gaps 21, 28 to 31). */
export interface Streak {
  /** The length, in days. */
  readonly days: number;
  readonly longestDays: number;
  /** The last day that counted. */
  readonly lastDay: Day | null;
  /** The last qualifying action, whether its day counted or not. */
  readonly lastActionAt: Instant | null;
  /** The end of the real time that the counted days have reserved. See `DayLimit`. */
  readonly reservedUntil: Instant | null;
  readonly freezeCount: number;
  /** The Monday of the week in which the last freeze was earned. */
  readonly freezeWeek: Day | null;
  /** The number of days that have counted. */
  readonly daysActive: number;
  /** The largest number of days that the child has been away before being active again. */
  readonly comebackDays: number;
}

/** The streak after a qualifying action, and whether the action made today a counted day. */
export function extendStreak(
  stored: Streak,
  localNow: LocalNow,
  pauses: readonly Pause[],
): { counted: boolean; streak: Streak } {
  const { now, today } = localNow;
  const previous = endImpossibleStreak(stored, today);
  const lastActionAt = pickLater(previous.lastActionAt, now);
  if (!isNewDay(previous, localNow)) return { counted: false, streak: { ...previous, lastActionAt } };
  const neededFreezes = countNeededFreezes(previous, localNow, pauses);
  const isContinued = neededFreezes <= previous.freezeCount;
  const days = isContinued ? previous.days + 1 : 1;
  const daysAway = previous.lastDay === null ? 0 : countDaysBetween(previous.lastDay, today) - 1;
  return {
    counted: true,
    streak: {
      days,
      longestDays: Math.max(previous.longestDays, days),
      lastDay: today,
      lastActionAt,
      reservedUntil: extendReservation(previous, now),
      ...earnFreeze(today, previous, isContinued ? previous.freezeCount - neededFreezes : previous.freezeCount),
      daysActive: previous.daysActive + 1,
      comebackDays: Math.max(previous.comebackDays, daysAway),
    },
  };
}

/** The length of the streak in days; 0 when an action now would begin a new streak. */
export function computeCurrentStreak(streak: Streak, localNow: LocalNow, pauses: readonly Pause[]): number {
  const { days, ...freezeState } = endImpossibleStreak(streak, localNow.today);
  return countNeededFreezes(freezeState, localNow, pauses) <= freezeState.freezeCount ? days : 0;
}

/**
 * Ends a streak that was recorded while the clock was ahead. Otherwise, it would neither grow nor end until the recorded date.
 * A streak without `lastDay` has ended.
 */
function endImpossibleStreak(streak: Streak, today: Day): Streak {
  if (!isRecordedByWrongClock(streak.lastDay, today)) return streak;
  return { ...streak, lastDay: null, lastActionAt: null, reservedUntil: null, freezeWeek: null };
}

function pickLater(a: Instant | null, b: Instant): Instant {
  return a !== null && a > b ? a : b;
}

// A freeze protects a streak for one missed day. A guardian's pause excuses missed days without a freeze (gap 29).

/** The fields of a streak that determine how many freezes it needs and earns. */
interface FreezeState {
  readonly lastDay: Day | null;
  readonly lastActionAt: Instant | null;
  readonly freezeCount: number;
  readonly freezeWeek: Day | null;
}

/** A period in which a guardian has paused the streak. Both days are included; a pause without `until` has no end. */
export interface Pause {
  readonly from: Day;
  readonly until: Day | null;
}

/**
 * A child who is active again within this time has missed no day: when a child travels, the local date can skip a day.
 */
const TRAVEL_TOLERANCE_SECONDS = 36 * HOUR;
const MAX_FREEZES = 2;

/** The number of freezes that are needed to continue the streak today; Infinity when there is no streak. */
export function countNeededFreezes(
  { lastDay, lastActionAt }: FreezeState,
  { now, today }: LocalNow,
  pauses: readonly Pause[],
): number {
  if (lastDay === null) return Number.POSITIVE_INFINITY;
  if (lastActionAt !== null && now <= addSeconds(lastActionAt, TRAVEL_TOLERANCE_SECONDS)) return 0;
  return countMissedDays(lastDay, today, pauses);
}

/** The number of days between `lastDay` and `today`, both excluded, that no pause excuses. */
function countMissedDays(lastDay: Day, today: Day, pauses: readonly Pause[]): number {
  const lastDayToCheck = addDays(today, -1);
  let nextDay = addDays(lastDay, 1);
  let missedDays = Math.max(0, countDaysBetween(lastDay, today) - 1);
  for (const pause of pauses.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const firstExcusedDay = pause.from > nextDay ? pause.from : nextDay;
    const lastExcusedDay = pause.until !== null && pause.until < lastDayToCheck ? pause.until : lastDayToCheck;
    if (firstExcusedDay > lastExcusedDay) continue;
    missedDays -= countDaysBetween(firstExcusedDay, lastExcusedDay) + 1;
    nextDay = addDays(lastExcusedDay, 1); // overlapping pauses excuse a day only once
  }
  return missedDays;
}

/**
 * The number of freezes after a counted day. A counted day earns a freeze, unless the child already has two or has earned one
 * in the same week.
 */
export function earnFreeze(
  day: Day,
  { freezeWeek }: FreezeState,
  remainingFreezes: number,
): Pick<FreezeState, 'freezeCount' | 'freezeWeek'> {
  const week = getStartOfWeek(day);
  const earnsFreeze = remainingFreezes < MAX_FREEZES && (freezeWeek === null || week > freezeWeek);
  return earnsFreeze
    ? { freezeCount: remainingFreezes + 1, freezeWeek: week }
    : { freezeCount: remainingFreezes, freezeWeek };
}
