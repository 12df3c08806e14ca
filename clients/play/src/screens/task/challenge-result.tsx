import type { Completion } from '../../../../typescript/src/index.ts';
import { fetchChallenge } from '../../api/challenge.ts';
import { useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { BigButton } from '../../parts/controls/buttons.tsx';
import { Icon } from '../../parts/icon.tsx';

interface ChallengeResultProps {
  readonly completion: Completion;
  readonly startAgain: () => void;
}

/** The personal best after a challenge round, and the way to another round. */
export function ChallengeResult({ completion: { attempt }, startAgain }: ChallengeResultProps) {
  const challenge = useLoaded(fetchChallenge, attempt.id).data;
  if (typeof challenge?.best !== 'number') return null;
  const { best, best_at, items_total: count, status } = challenge;
  const bestText = t('challenge.best', { right: best, count });
  const isNewBest = best > 0 && best_at === attempt.completed_at;
  return (
    <>
      {isNewBest ? (
        <div class="award">
          <Icon name="medal" />
          <div>
            <h2>{t('challenge.newBest')}</h2>
            <p>{bestText}</p>
          </div>
        </div>
      ) : (
        best > 0 && <p>{bestText}</p>
      )}
      {status === 'available' && (
        <BigButton className="secondary" icon="undo" onClick={startAgain}>
          {t('challenge.again')}
        </BigButton>
      )}
    </>
  );
}
