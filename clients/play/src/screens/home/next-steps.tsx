import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { NextStep, Task, World } from '../../../../typescript/src/index.ts';
import { loadTask } from '../../api/tasks.ts';
import { isOnline } from '../../offline/queue.ts';
import { Character } from '../../parts/character.tsx';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Icon } from '../../parts/icon.tsx';
import { TaskPicture, TaskTile } from '../../parts/task-tile.tsx';
import { getTaskLandscape } from '../../scenes/landscapes.tsx';
import { Scene } from '../../scenes/scene.tsx';
import { loadPictures } from '../task/load-pictures.ts';
import { DeclinePlacement, describePlacement, type OfferedPlacement } from './placement-offer.tsx';

/** How many of the suggested tasks are loaded in advance. */
const MAX_LOADED = 3;

/** Loads suggested tasks, so that a child can begin one of them when the network is lost. */
async function loadInAdvance(steps: readonly NextStep[]): Promise<void> {
  for (const { task } of steps.slice(0, MAX_LOADED)) if (isOnline.value) loadPictures(await loadTask(task));
}

interface NextStepsProps {
  /** As suggested: the first one is recommended. Undefined until it is known, while their places are kept. */
  readonly steps: readonly NextStep[] | undefined;
  readonly reads: boolean;
  /** The placement with which a child should begin. */
  readonly placement: OfferedPlacement | undefined;
  readonly onDecline: () => void;
  /** What the child can do besides, in the same rows. */
  readonly children: ComponentChildren;
}

/**
 * What the child does next: the recommended step, which is the most prominent element of the screen, and the alternatives, which a child who
 * does not read sees as pictures.
 */
export function NextSteps({ steps, reads, placement, onDecline, children }: NextStepsProps) {
  const first = placement ? undefined : steps?.[0];
  const others = (placement ? steps : steps?.slice(1)) ?? [];
  useEffect(() => {
    // The screen does not wait for them. What cannot be loaded is loaded when the child opens it.
    loadInAdvance(steps ?? []).catch(() => {});
  }, [steps?.[0]?.task.id]);
  if (!steps) return <StepsToCome />;
  if (!first && !placement) return <section class="next-steps">{children}</section>;
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
          task={first.task}
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
        others.map(({ task, reason }) => (
          <ScreenLink key={task.id} href={`/play/task/${task.id}`} className="menu-link other-step">
            <TaskPicture task={task} />
            <StepLabel texts={[task.title, reason.text]} />
          </ScreenLink>
        ))}
      {children}
    </section>
  );
}

/** The title of a step, and why it is suggested. */
type StepTexts = readonly [title: string, reason: string];

interface FirstStepProps {
  readonly taskId: string;
  readonly worldId: string;
  /** The world of a placement, which shows its character. */
  readonly world?: World;
  /** The task whose picture is shown. */
  readonly task?: Task;
  readonly texts: StepTexts;
}

function FirstStep({ taskId, worldId, world, task, texts }: FirstStepProps) {
  const landscape = getTaskLandscape({ id: taskId, world_id: worldId });
  return (
    <div class="first-step">
      <ScreenLink href={`/play/task/${taskId}`} className="next-step" landscape={landscape}>
        <span class="backdrop">
          <Scene landscape={landscape} />
          {world?.characters[0] && <Character character={world.characters[0]} mood="happy" />}
        </span>
        {task && <TaskPicture task={task} />}
        <StepLabel texts={texts} />
        <span class="big-button play-button">
          <Icon name="play" />
        </span>
      </ScreenLink>
      <SpeakButton texts={texts.filter(Boolean).map((text) => ({ text }))} />
    </div>
  );
}

/** Keeps the places of the steps of a child who does not read. */
function StepsToCome() {
  return (
    <section class="next-steps to-come" aria-busy="true">
      <div class="first-step">
        <span class="next-step">
          <span class="task-picture" />
          <span class="next-step-label">
            <b>{'\u00a0'}</b>
          </span>
        </span>
      </div>
      <ul class="task-tiles">
        {[1, 2, 3].map((i) => (
          <li key={i}>
            <div class="task-tile">
              <span class="card">
                <span class="task-picture" />
                <b>{'\u00a0'}</b>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StepLabel({ texts: [title, reason] }: { readonly texts: StepTexts }) {
  return (
    <span class="next-step-label">
      <b>{title}</b>
      {reason && <small>{reason}</small>}
    </span>
  );
}
