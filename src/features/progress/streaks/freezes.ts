import { addDays, type Day, daysBetween, type LocalNow, startOfWeek } from '../../../core/time/days.ts';
import { addSeconds, HOUR, type Instant } from '../../../core/time/instant.ts';

// A freeze protects one missed day of a streak; a pause by a parent excuses days without a freeze (gaps 28 to 31).

/** The part of a streak that decides about freezes. */
interface FreezeState {
  readonly lastDay: Day | null;
  readonly lastAt: Instant | null;
  readonly freezes: number;
  readonly freezeWeek: Day | null;
}

/** A period in which a parent has paused the streak; both ends are included. */
export interface Pause {
  readonly from: Day;
  readonly until: Day | null;
}

/** A child who is active again within this time has missed no day, whatever the calendar says: the child may have travelled. */
const TRAVEL_TOLERANCE = 36 * HOUR;
const MAX_FREEZES = 2;

/** How many freezes it takes to continue the streak today; Infinity when there is none. */
export function freezesNeeded(
  { lastDay, lastAt }: FreezeState,
  { now, today }: LocalNow,
  pauses: readonly Pause[],
): number {
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
export function freezesAfter(
  day: Day,
  { freezeWeek }: FreezeState,
  left: number,
): Pick<FreezeState, 'freezes' | 'freezeWeek'> {
  const week = startOfWeek(day);
  const earns = left < MAX_FREEZES && (freezeWeek === null || week > freezeWeek);
  return earns ? { freezes: left + 1, freezeWeek: week } : { freezes: left, freezeWeek };
}
