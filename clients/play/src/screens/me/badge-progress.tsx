import { t } from '../../messages.ts';
import { ProgressBar } from '../../parts/progress/progress-bar.tsx';
import { computeProgress, type ShownBadge } from '../../rules/next-badges.ts';

/** The child's progress toward a badge, as a bar and in numbers. */
export function BadgeProgressBar({ badge }: { badge: ShownBadge }) {
  return <ProgressBar progress={computeProgress(badge)} text={describeProgress(badge)} />;
}

/** The child's progress toward a badge in words, such as "3 of 10 tasks". */
export function describeProgress({ metric, value, threshold }: ShownBadge): string {
  return t(`badges.${metric}`, { value, threshold });
}
