import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { fetchChallenge } from '../../api/challenge.ts';
import { useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { BigButton } from '../../parts/controls/buttons.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { isChallenge } from '../../rules/challenge.ts';
import { canSayUnknown, countSteps } from '../../rules/rounds.ts';
import { getTaskLandscape } from '../../scenes/landscapes.tsx';
import { Scene } from '../../scenes/scene.tsx';
import { TaskBackdrop } from './task-backdrop.tsx';
import { TaskHeader, TaskIntroduction } from './task-introduction.tsx';

interface RoundOpeningProps {
  readonly task: TaskDetail;
  readonly begin: () => void;
}

/** What a placement, a challenge round or a practice is, before its first question. */
export function RoundOpening({ task, begin }: RoundOpeningProps) {
  const challenge = useLoaded(async () => (isChallenge(task) ? fetchChallenge() : undefined), task.id).data;
  const facts: readonly (readonly [IconName, string])[] = [
    ['list', t('round.questions', { count: countSteps(task).count })],
    ...(canSayUnknown(task) ? [['bulb', t('round.unknown')] as const] : []),
    ...(challenge?.best
      ? [['medal', t('challenge.best', { right: challenge.best, count: challenge.items_total })] as const]
      : []),
  ];
  return (
    <>
      <TaskBackdrop />
      <TaskHeader task={task} />
      <main class="task-content">
        <div class="round-scene">
          <Scene landscape={getTaskLandscape(task)} />
        </div>
        <TaskIntroduction task={task} news={[]} advice={facts.map(([, text]) => text)} />
        <ul class="round-facts">
          {facts.map(([icon, text]) => (
            <li key={icon}>
              <Icon name={icon} />
              {text}
            </li>
          ))}
        </ul>
      </main>
      <div class="action-bar">
        <BigButton className="world-color full-width" icon="next" onClick={begin}>
          {t('round.begin')}
        </BigButton>
      </div>
    </>
  );
}
