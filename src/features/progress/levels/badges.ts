import type { Badge } from '../../../content/index.ts';
import type { Totals } from '../totals/totals-store.ts';

type Metric = Badge['criteria']['metric'];

/** How each metric that a badge can require is computed from a child's totals and level. */
const METRIC_FUNCTIONS: Readonly<Record<Metric, (totals: Totals, level: number) => number>> = {
  tasks_completed: (totals) => totals.tasks_completed,
  perfect_quizzes: (totals) => totals.perfect_quizzes,
  // The longest streak rather than the current one, so that a badge that a pack adds later is still awarded.
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

/** A child's value of the metric that a badge requires. */
export function computeMetricValue({ criteria: { metric } }: Badge, totals: Totals, level: number): number {
  return METRIC_FUNCTIONS[metric](totals, level);
}

/** The badges whose criteria these totals meet, in the given order. */
export function listEligibleBadges(badges: Iterable<Badge>, totals: Totals, level: number): Badge[] {
  return [...badges].filter((badge) => computeMetricValue(badge, totals, level) >= badge.criteria.value);
}
