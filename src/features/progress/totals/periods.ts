import { type Day, startOfWeek } from '../../../core/days.ts';
import type { Instant } from '../../../core/instant.ts';
import type { Totals } from './totals-store.ts';

/** The Monday of a moment's week; boards live by UTC, so that a week ends for everybody at once (gap 60). */
export function weekAt(instant: Instant): Day {
  return startOfWeek(instant.slice(0, 10));
}

/** A moment's month, YYYY-MM. */
export function monthAt(instant: Instant): string {
  return instant.slice(0, 7);
}

/** Totals with `xp` counted into the week and month of `at`; a new one begins from zero. */
export function withPeriods(totals: Totals, at: Instant, xp: number): Totals {
  const week = weekAt(at);
  const month = monthAt(at);
  return {
    ...totals,
    // What comes from a process whose clock is still in the old week does not bring that week back.
    ...((totals.week ?? '') <= week && { week, week_xp: xp + (totals.week === week ? totals.week_xp : 0) }),
    ...((totals.month ?? '') <= month && { month, month_xp: xp + (totals.month === month ? totals.month_xp : 0) }),
  };
}
