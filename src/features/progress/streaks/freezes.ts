import { addDays, countDaysBetween, type Day, getStartOfWeek, type LocalNow } from '../../../core/time/days.ts';
import { addSeconds, HOUR, type Instant } from '../../../core/time/instant.ts';

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
