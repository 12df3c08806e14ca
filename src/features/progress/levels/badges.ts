import type { Badge } from '../../content/index.ts';
import type { Totals } from '../totals/totals-store.ts';

type Metric = Badge['criteria']['metric'];

/** What a badge can be given for, each as a number that is worked out from a child's totals and level. */
const REACHED: Readonly<Record<Metric, (totals: Totals, level: number) => number>> = {
  tasks_completed: (totals) => totals.tasks_completed,
  perfect_quizzes: (totals) => totals.perfect_quizzes,
  // The longest run rather than the present one: a badge that comes later with a new pack is still deserved.
  streak_days: (totals) => totals.longest_streak_days,
  worlds_completed: (totals) => totals.worlds_completed,
  locations_completed: (totals) => totals.locations_completed,
  level: (_totals, level) => level,
  creative_approved: (totals) => totals.creative_approved,
  todos_done: (totals) => totals.todos_done,
  days_active: (totals) => totals.days_active,
  comeback_days: (totals) => totals.comeback_days,
  planets_joined: (totals) => totals.planets_joined,
};

/** The badges that a child with these totals ought to have, in the order of the pack. */
export function deservedBadges(badges: Iterable<Badge>, totals: Totals, level: number): Badge[] {
  return [...badges].filter(({ criteria: { metric, value } }) => REACHED[metric](totals, level) >= value);
}
