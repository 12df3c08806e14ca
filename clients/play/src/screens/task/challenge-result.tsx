import type { Challenge } from '../../api/challenge.ts';
import { t } from '../../messages.ts';
import { Icon } from '../../parts/icon.tsx';

interface ChallengeResultProps {
  readonly challenge: Challenge;
  /** When the round that was just played was completed. */
  readonly completedAt: string | null;
}

/** The personal best after a challenge round. */
export function ChallengeResult({ challenge, completedAt }: ChallengeResultProps) {
  const { best, best_at, items_total: count } = challenge;
  if (!best) return null;
  const bestText = t('challenge.best', { right: best, count });
  return best_at === completedAt ? (
    <div class="award">
      <Icon name="medal" />
      <div>
        <h2>{t('challenge.newBest')}</h2>
        <p>{bestText}</p>
      </div>
    </div>
  ) : (
    <p>{bestText}</p>
  );
}
