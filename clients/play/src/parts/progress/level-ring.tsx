import type { Stats } from '../../../../typescript/src/index.ts';
import { t } from '../../messages.ts';
import { toLocalPath } from '../local-path.ts';

/** The radius of the ring, in a picture whose width is 100. */
const RADIUS = 45;

/** The progress to the next level, from 0 to 1. At the highest level it is 1. */
function computeProgress({ xp_in_current_level, xp_to_next_level }: Stats): number {
  return xp_to_next_level === 0 ? 1 : xp_in_current_level / (xp_in_current_level + xp_to_next_level);
}

/** The child's avatar in a ring that shows the progress to the next level. */
export function LevelRing({ stats, avatarUrl }: { stats: Stats | undefined; avatarUrl: string | undefined }) {
  const progress = stats ? computeProgress(stats) : 0;
  const circumference = 2 * Math.PI * RADIUS;
  return (
    <div class="level-ring">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle class="track" cx="50" cy="50" r={RADIUS} />
        {progress > 0 && (
          <circle
            class="progress"
            cx="50"
            cy="50"
            r={RADIUS}
            stroke-dasharray={`${progress * circumference} ${circumference}`}
            transform="rotate(-90 50 50)"
          />
        )}
      </svg>
      {avatarUrl && <img class="dim-in-dark" src={toLocalPath(avatarUrl)} alt="" />}
      {stats && <b>{t('home.level', { level: stats.level })}</b>}
    </div>
  );
}
