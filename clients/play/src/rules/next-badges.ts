import type { BadgeProgress } from '../../../typescript/src/index.ts';

/**
 * A badge whose progress is shown. The progress of badges for coming back is not shown, because no child should stay
 * away to earn them (gap 155).
 */
export type ShownBadge = BadgeProgress & { readonly metric: Exclude<BadgeProgress['metric'], 'comeback_days'> };

/** Chooses the badges that the child is closest to earning, at most `count`, each with a different metric. */
export function chooseNextBadges(badges: readonly BadgeProgress[], count: number): ShownBadge[] {
  const nextByMetric = new Map<string, ShownBadge>();
  for (const badge of badges) {
    if (badge.earned || !isShown(badge)) continue;
    const nextBadge = nextByMetric.get(badge.metric);
    if (!nextBadge || badge.threshold < nextBadge.threshold) nextByMetric.set(badge.metric, badge);
  }
  return [...nextByMetric.values()]
    .sort((a, b) => computeProgress(b) - computeProgress(a) || a.threshold - b.threshold)
    .slice(0, count);
}

/** The progress toward a badge, from 0 to 1. Levels count from 1, because every child begins on level 1. */
export function computeProgress({ metric, value, threshold }: ShownBadge): number {
  const startValue = metric === 'level' ? 1 : 0;
  return Math.max(0, value - startValue) / Math.max(1, threshold - startValue);
}

function isShown(badge: BadgeProgress): badge is ShownBadge {
  return badge.metric !== 'comeback_days';
}
