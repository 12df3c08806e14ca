import type { NextStep, World } from '../../../../typescript/src/index.ts';
import { fetchData } from '../../api/requests.ts';
import { isOnline, isSubmissionWaiting, waitingWrites } from '../../offline/queue.ts';
import { Character } from '../../parts/character.tsx';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { TaskTile } from '../../parts/task-tile.tsx';
import { chooseFirstQuiz } from '../../rules/first-quiz.ts';
import { isDailyPractice } from '../../rules/return-link.ts';
import { getLandscapeName } from '../../scenes/landscapes.tsx';
import { Scene } from '../../scenes/scene.tsx';

const ICONS: Record<NextStep['kind'], IconName> = {
  continue: 'play',
  repair: 'plant',
  review: 'bulb',
  new: 'path',
  creative: 'brush',
};

export function fetchNextSteps(): Promise<NextStep[]> {
  return fetchData('/app/next');
}

/**
 * What the child does next: the recommended step, which is the most prominent element of the screen, and the alternatives. A child who
 * does not read begins with a quiz, which needs nobody's help, and sees the alternatives as pictures.
 */
export function NextSteps({
  steps,
  worlds,
  reads,
}: {
  readonly steps: readonly NextStep[];
  readonly worlds: readonly World[];
  readonly reads: boolean;
}) {
  const possibleSteps = steps.filter(isPossible);
  const first = reads ? possibleSteps[0] : chooseFirstQuiz(possibleSteps);
  const others = possibleSteps.filter((step) => step !== first);
  if (!first) return null;
  return (
    <section class="next-steps">
      <FirstStep step={first} world={worlds.find(({ id }) => id === first.task.world_id)} />
      {!reads && (
        <ul class="task-tiles">
          {others.map(({ task }) => (
            <li key={task.id}>
              <TaskTile task={task} />
            </li>
          ))}
        </ul>
      )}
      {reads &&
        others.map((step) => (
          <ScreenLink key={step.task.id} href={`/play/task/${step.task.id}`} className="menu-link other-step">
            <Icon name={ICONS[step.kind]} />
            <StepLabel step={step} />
          </ScreenLink>
        ))}
    </section>
  );
}

/** Without a network, a step that was done is not suggested again, and a new round of the daily practice cannot be started. */
function isPossible({ task }: NextStep): boolean {
  const isWaiting = waitingWrites.value.some(({ work }) => work?.kind === 'completion' && work.taskId === task.id);
  const isStartable = isOnline.value || !isDailyPractice(task) || task.status === 'in_progress';
  return isStartable && !isWaiting && !isSubmissionWaiting(task.id);
}

function FirstStep({ step, world }: { readonly step: NextStep; readonly world: World | undefined }) {
  const { task, reason } = step;
  const landscape = getLandscapeName(task.world_id);
  return (
    <div class="first-step">
      <ScreenLink href={`/play/task/${task.id}`} className="next-step" landscape={landscape}>
        <span class="backdrop">
          <Scene landscape={landscape} />
          {world?.characters[0] && <Character character={world.characters[0]} mood="happy" />}
        </span>
        <StepLabel step={step} />
        <span class="big-button play-button">
          <Icon name="play" />
        </span>
      </ScreenLink>
      <SpeakButton texts={[{ text: task.title }, { text: reason.text }]} />
    </div>
  );
}

function StepLabel({ step: { task, reason } }: { readonly step: NextStep }) {
  return (
    <span class="next-step-label">
      <b>{task.title}</b>
      <small>{reason.text}</small>
    </span>
  );
}
