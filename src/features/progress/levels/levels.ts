import type { Badge } from '../../../content/index.ts';
import type { Totals } from '../totals/totals-store.ts';

/**
 * The XP from the start of `level` to the start of the next level: 50 for the first level, and 25 more for each further
 * level (gap 20).
 */
export function computeXpOfLevel(level: number): number {
  return 50 + 25 * (level - 1);
}

/** The total XP at which `level` begins. */
export function computeXpAtStart(level: number): number {
  return (level - 1) * 50 + (25 * (level - 1) * (level - 2)) / 2;
}

export interface LevelProgress {
  /** Counted from 1. */
  readonly level: number;
  /** The XP since the start of the level. */
  readonly xpInLevel: number;
  /** The XP that the child still needs for the next level; 0 at the highest level. */
  readonly missingXp: number;
}

/** The level for a total of `xp`, when there are `levelCount` levels. */
export function computeLevel(xp: number, levelCount: number): LevelProgress {
  let level = 1;
  while (level < levelCount && xp >= computeXpAtStart(level + 1)) level += 1;
  const xpInLevel = xp - computeXpAtStart(level);
  return { level, xpInLevel, missingXp: level === levelCount ? 0 : computeXpAtStart(level + 1) - xp };
}

/**
 * The avatar items that are unlocked between the levels `from` (exclusive) and `to` (inclusive), except those that also require
 * a badge.
 */
export function listAvatarItemsUnlockedBetween<
  I extends { readonly required_level: number | null; readonly required_badge?: string | null },
>(items: Iterable<I>, from: number, to: number): I[] {
  return [...items].filter(
    ({ required_level, required_badge }) =>
      required_level !== null && required_level > from && required_level <= to && !required_badge,
  );
}

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
