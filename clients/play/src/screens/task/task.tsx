import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { callApi, fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { readDraft } from '../../offline/drafts.ts';
import { deleteWrite, sentResults, waitingWrites } from '../../offline/queue.ts';
import { ScreenLink } from '../../parts/controls/buttons.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { canSayUnknown, isRound } from '../../rules/rounds.ts';
import { getTaskLandscape } from '../../scenes/landscapes.tsx';
import { playSound } from '../../sound/sounds.ts';
import { isYoung } from '../../speech/read-aloud.ts';
import { type AttemptDraft, AttemptItems } from './attempt-items.tsx';
import { type CreativeDraft, CreativeTask } from './creative.tsx';
import type { Ending } from './ending.ts';
import { RealWorldTask } from './real-world.tsx';
import { LockedTask, QueuedTask, ResultScreen, TaskEndedElsewhere, WorkResult } from './result.tsx';
import { RoundOpening } from './round-opening.tsx';

/** A task of any kind, then its result. */
export function TaskScreen({ id }: { id: string }) {
  const loaded = useLoaded(() => openTask(id), id);
  const ending = useSignal<Ending | undefined>(undefined);
  const startAgain = () => {
    ending.value = undefined;
    loaded.reload();
  };
  const finish = (newEnding: Ending) => {
    ending.value = newEnding;
    playEndingSound(newEnding);
  };
  const { task, draft } = loaded.data ?? {};
  const shownEnding = loaded.data?.ending ?? ending.value;
  const hasArrived = shownEnding === 'queued' && findSentResult(id) !== undefined;
  useEffect(() => {
    if (hasArrived) loaded.reload();
  }, [hasArrived]);
  if (task && shownEnding) {
    if (shownEnding === 'ended-elsewhere') return <TaskEndedElsewhere task={task} />;
    if (shownEnding === 'queued') return <QueuedTask task={task} />;
    if ('revision' in shownEnding) return <WorkResult task={task} work={shownEnding} />;
    const isLate = loaded.data?.ending !== undefined;
    return <ResultScreen task={task} completion={shownEnding} isLate={isLate} startAgain={startAgain} />;
  }
  if (task?.status === 'locked') return <LockedTask task={task} />;
  return (
    <div class="task" data-landscape={task && getTaskLandscape(task)}>
      {!task && (
        <header>
          <ScreenLink href="/play/home" className="round-button" label={t('world.back')}>
            <Icon name="close" />
          </ScreenLink>
        </header>
      )}
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      {task ? (
        <TaskByKind task={task} draft={draft} finish={finish} reload={loaded.reload} />
      ) : (
        loaded.error === undefined && (
          <div class="task-loading">
            {session.value && <img class="avatar dim-in-dark" src={toLocalPath(session.value.avatarUrl)} alt="" />}
            <Loading />
          </div>
        )
      )}
      {!task && <h1 class="visually-hidden">{t(loaded.error === undefined ? 'state.loading' : 'app.name')}</h1>}
    </div>
  );
}

/** Plays the sound of a finished task. A task that the child has to try again has no sound. */
function playEndingSound(ending: Ending): void {
  if (ending === 'ended-elsewhere') return;
  if (ending === 'queued') playSound('complete');
  else if (ending.level_up) playSound('levelUp');
  else if ('revision' in ending || ending.passed) playSound('complete');
}

interface TaskByKindProps {
  readonly task: TaskDetail;
  readonly draft: Draft | undefined;
  readonly finish: (ending: Ending) => void;
  readonly reload: () => void;
}

function TaskByKind({ task, draft, finish, reload }: TaskByKindProps) {
  if (task.kind === 'creative')
    return <CreativeTask task={task} draft={draft as CreativeDraft | undefined} finish={finish} reload={reload} />;
  if (task.kind === 'real_world') return <RealWorldTask task={task} finish={finish} />;
  return <Attempt key={task.attempt?.id} task={task} draft={draft as AttemptDraft | undefined} finish={finish} />;
}

interface AttemptProps extends Pick<TaskByKindProps, 'task' | 'finish'> {
  readonly draft: AttemptDraft | undefined;
}

/** The items of an attempt, after the opening of a round that a child who reads has not begun. */
function Attempt({ task, draft, finish }: AttemptProps) {
  const hasBegun = useSignal(draft !== undefined || (task.attempt?.answers_graded ?? []).length > 0);
  // A placement may begin with a question for pre-readers.
  const isForReader = !isYoung.value && (canSayUnknown(task) || !task.pre_reader);
  if (isRound(task) && isForReader && !hasBegun.value)
    return <RoundOpening task={task} begin={() => (hasBegun.value = true)} />;
  return <AttemptItems task={task} draft={draft} finish={finish} />;
}

type Draft = AttemptDraft | CreativeDraft;

interface OpenedTask {
  readonly task: TaskDetail;
  /** The draft on this device. Its type depends on the kind of task. */
  readonly draft: Draft | undefined;
  /** How the child has finished the task, if its completion has not been sent yet, or was sent after a wait. */
  readonly ending?: Ending | undefined;
}

/** The result of a task that was sent after a wait and that the child has not seen. */
function findSentResult(taskId: string) {
  return sentResults.value.find(({ task }) => task.id === taskId);
}

/**
 * Opens the result of a task that the child has not seen yet, or else fetches the task. For a quiz or lesson, starts or resumes an
 * attempt, whose items the task then contains.
 */
async function openTask(id: string): Promise<OpenedTask> {
  const path = { id };
  const sent = findSentResult(id);
  if (sent) {
    await deleteWrite(sent.id);
    playEndingSound(sent.completion);
    return { task: sent.task, draft: undefined, ending: sent.completion };
  }
  // A completion that is being sent for the first time has not waited.
  const isWaiting = waitingWrites.value.some(
    ({ work, hasWaited }) => hasWaited && work?.kind === 'completion' && work.taskId === id,
  );
  const ending = isWaiting ? 'queued' : undefined;
  const task = await fetchData('/app/tasks/{id}', { path });
  // An attempt at a creative or real-world task starts only when the child submits or completes it.
  const needsAttempt = task.kind === 'quiz' || task.kind === 'lesson';
  if (task.kind === 'creative') return { task, draft: await readDraft<CreativeDraft>(id) };
  if (!needsAttempt || isWaiting || task.status === 'locked') return { task, draft: undefined, ending };
  const draft = await readDraft<AttemptDraft>(id);
  if (task.attempt?.status === 'in_progress') return { task, draft: keepDraftOfAttempt(draft, task) };
  if (!navigator.onLine) {
    const unstartedTask = { ...task, attempt: null }; // the attempt will be started when the answers are sent
    return { task: unstartedTask, draft: keepDraftOfAttempt(draft, unstartedTask) };
  }
  await callApi((client) => client.post('/app/tasks/{id}/start', { path }));
  const startedTask = await fetchData('/app/tasks/{id}', { path });
  return { task: startedTask, draft: keepDraftOfAttempt(draft, startedTask) };
}

/**
 * Returns a draft unless its attempt has ended. A draft that was created without a network continues in the next
 * attempt.
 */
function keepDraftOfAttempt(draft: AttemptDraft | undefined, { attempt }: TaskDetail): AttemptDraft | undefined {
  return draft?.attemptId === undefined || draft.attemptId === attempt?.id ? draft : undefined;
}
