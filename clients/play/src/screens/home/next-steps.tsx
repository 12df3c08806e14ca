import { useEffect } from 'preact/hooks';
import type { NextStep, World } from '../../../../typescript/src/index.ts';
import { fetchData, isCached, useLoaded } from '../../api/requests.ts';
import { isOnline, isSubmissionWaiting, waitingWrites } from '../../offline/queue.ts';
import { Character } from '../../parts/character.tsx';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { useTasksWithWords } from '../../parts/silent-tasks.ts';
import { TaskTile } from '../../parts/task-tile.tsx';
import { chooseFirstQuiz } from '../../rules/first-quiz.ts';
import { isDailyPractice } from '../../rules/return-link.ts';
import { getLandscapeName } from '../../scenes/landscapes.tsx';
import { Scene } from '../../scenes/scene.tsx';
import { loadPictures } from '../task/load-pictures.ts';
import { DeclinePlacement, describePlacement, type OfferedPlacement } from './placement-offer.tsx';

const ICONS: Record<NextStep['kind'], IconName> = {
  continue: 'play',
  repair: 'plant',
  review: 'bulb',
  new: 'path',
  creative: 'brush',
};

/** How many of the suggested tasks are loaded in advance. */
const MAX_LOADED = 3;

export function fetchNextSteps(): Promise<NextStep[]> {
  return fetchData('/app/next');
}

/** Loads suggested tasks, so that a child can begin one of them when the network is lost. */
async function loadInAdvance(steps: readonly NextStep[]): Promise<void> {
  for (const { task } of steps.slice(0, MAX_LOADED)) {
    const input = { path: { id: task.id } };
    if (isOnline.value && !(await isCached('/app/tasks/{id}', input)))
      loadPictures(await fetchData('/app/tasks/{id}', input));
  }
}

/** Keeps the steps whose tasks are on the device. */
async function filterCached(steps: readonly NextStep[]): Promise<readonly NextStep[]> {
  const cached = await Promise.all(steps.map(({ task }) => isCached('/app/tasks/{id}', { path: { id: task.id } })));
  return steps.filter((_, i) => cached[i]);
}

/**
 * The steps in the order in which the app suggests them. A child who does not read begins with a quiz, which needs nobody's help; if it
 * hears nothing, the steps that need words are left out.
 */
export function useSuggestedSteps(steps: readonly NextStep[], reads: boolean): readonly NextStep[] {
  const possibleSteps = usePossibleSteps(steps);
  const tasks = possibleSteps.map(({ task }) => task);
  const wordIds = useTasksWithWords(tasks, reads);
  if (reads) return possibleSteps;
  const silentSteps = possibleSteps.filter(({ task }) => !wordIds.has(task.id));
  const shownSteps = silentSteps.length > 0 ? silentSteps : possibleSteps;
  const first = chooseFirstQuiz(shownSteps);
  return first ? [first, ...shownSteps.filter((step) => step !== first)] : [];
}

interface NextStepsProps {
  /** As suggested: the first one is recommended. */
  readonly steps: readonly NextStep[];
  readonly worlds: readonly World[];
  readonly reads: boolean;
  /** The placement with which a child should begin. */
  readonly placement: OfferedPlacement | undefined;
  readonly onDecline: () => void;
}

/**
 * What the child does next: the recommended step, which is the most prominent element of the screen, and the alternatives, which a child who
 * does not read sees as pictures.
 */
export function NextSteps({ steps, worlds, reads, placement, onDecline }: NextStepsProps) {
  const first = placement ? undefined : steps[0];
  const others = placement ? steps : steps.slice(1);
  useEffect(() => {
    // The screen does not wait for them. What cannot be loaded is loaded when the child opens it.
    loadInAdvance(steps).catch(() => {});
  }, [steps[0]?.task.id]);
  if (!first && !placement) return null;
  return (
    <section class="next-steps">
      {placement && (
        <FirstStep
          taskId={placement.placement.task_id}
          worldId={placement.world.id}
          world={placement.world}
          texts={describePlacement(placement)}
        />
      )}
      {placement && <DeclinePlacement {...placement} onDecline={onDecline} />}
      {first && (
        <FirstStep
          taskId={first.task.id}
          worldId={first.task.world_id}
          world={worlds.find(({ id }) => id === first.task.world_id)}
          texts={[first.task.title, first.reason.text]}
        />
      )}
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
        others.map(({ kind, task, reason }) => (
          <ScreenLink key={task.id} href={`/play/task/${task.id}`} className="menu-link other-step">
            <Icon name={ICONS[kind]} />
            <StepLabel texts={[task.title, reason.text]} />
          </ScreenLink>
        ))}
    </section>
  );
}

/** The steps that the child can begin now. Without a network, they are those whose tasks are on the device. */
function usePossibleSteps(steps: readonly NextStep[]): readonly NextStep[] {
  const cachedSteps = useLoaded(() => filterCached(steps), `${isOnline.value} ${steps.map(({ task }) => task.id)}`);
  return (isOnline.value ? steps : (cachedSteps.data ?? [])).filter(isPossible);
}

/** Without a network, a step that was done is not suggested again, and a new round of the daily practice cannot be started. */
function isPossible({ task }: NextStep): boolean {
  const isWaiting = waitingWrites.value.some(({ work }) => work?.kind === 'completion' && work.taskId === task.id);
  const isStartable = isOnline.value || !isDailyPractice(task) || task.status === 'in_progress';
  return isStartable && !isWaiting && !isSubmissionWaiting(task.id);
}

/** The title of a step, and why it is suggested. */
type StepTexts = readonly [title: string, reason: string];

interface FirstStepProps {
  readonly taskId: string;
  readonly worldId: string;
  /** Undefined if the task belongs to no world. */
  readonly world: World | undefined;
  readonly texts: StepTexts;
}

function FirstStep({ taskId, worldId, world, texts }: FirstStepProps) {
  const landscape = getLandscapeName(worldId);
  return (
    <div class="first-step">
      <ScreenLink href={`/play/task/${taskId}`} className="next-step" landscape={landscape}>
        <span class="backdrop">
          <Scene landscape={landscape} />
          {world?.characters[0] && <Character character={world.characters[0]} mood="happy" />}
        </span>
        <StepLabel texts={texts} />
        <span class="big-button play-button">
          <Icon name="play" />
        </span>
      </ScreenLink>
      <SpeakButton texts={texts.map((text) => ({ text }))} />
    </div>
  );
}

function StepLabel({ texts: [title, reason] }: { readonly texts: StepTexts }) {
  return (
    <span class="next-step-label">
      <b>{title}</b>
      <small>{reason}</small>
    </span>
  );
}
