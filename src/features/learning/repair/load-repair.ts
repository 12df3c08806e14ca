import type { Task } from '../../../content/index.ts';
import { toUtcDay } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import type { Attempt, PlannedItem } from '../attempts/attempts-store.ts';
import { findOpenAttempt } from '../attempts/drawn-items.ts';
import { copyWithTaskState, type Learner, type LoadedLearner } from '../learner/learner.ts';
import { listCorrectItems, listMemories, type TaskSelection, type TaskState } from '../learner/learner-store.ts';
import { describeRepair, findRepairStep, type RepairStep, toRepairId } from '../learner/repair.ts';
import { computeAge } from '../memory/ability.ts';
import { buildRoundTask } from '../practice/practice-task.ts';
import { chooseEasierItems, chooseMissedItems } from './choose-repair.ts';

/** The repair of a quiz: the open round, the next one or, if none can be started now, the last one. */
export interface Repair<L extends Learner> {
  /** The child's state. Its content includes the round as a task, and its task states tell whether a round can be played. */
  readonly learner: L;
  readonly task: Task;
  /** The state as it is stored. Undefined when the child has not started any round. */
  readonly state: TaskState | undefined;
  readonly openAttempt: Attempt | undefined;
  readonly newestAttempt: Attempt | undefined;
  readonly plan: readonly PlannedItem[];
  readonly step: RepairStep;
  readonly isStartable: boolean;
}

export function buildRepairSelection(quiz: Task): TaskSelection {
  return { taskId: toRepairId(quiz.id), limit: 1 };
}

/** Builds the repair of a quiz from its newest round. Reads what the items depend on only if they have to be chosen. */
export async function loadRepair<L extends Learner>(
  ctx: Context,
  { learner, attempts: [newestAttempt] }: Pick<LoadedLearner<L>, 'learner' | 'attempts'>,
  { quiz, locale, birthYear }: { readonly quiz: Task; readonly locale: string; readonly birthYear: number | null },
): Promise<Repair<L>> {
  const id = toRepairId(quiz.id);
  const state = learner.taskStates.get(id);
  const openAttempt = state?.open_attempt_id === newestAttempt?.id ? newestAttempt : undefined;
  const startableStep = openAttempt ? undefined : findRepairStep(learner, quiz);
  const isMissedRound = newestAttempt?.plan.every(({ task_id }) => task_id === quiz.id) ?? false;
  const step = startableStep ?? (isMissedRound ? 'missed' : 'easier'); // easier items are never of the quiz itself
  const chosen =
    startableStep &&
    (await choosePlan(ctx, learner, { quiz, step, birthYear, number: (state?.attempts_count ?? 0) + 1 }));
  const isStartable = chosen !== undefined && chosen.length > 0;
  const plan = isStartable ? chosen : (newestAttempt?.plan ?? []);
  const { task, content } = buildRoundTask(learner.content, { ...describeRepair(quiz, step, locale), plan, locale });
  const learnerWithContent = { ...learner, content };
  const status = openAttempt || isStartable ? 'in_progress' : 'completed';
  return {
    learner: state ? copyWithTaskState(learnerWithContent, { ...state, status }) : learnerWithContent,
    task,
    state,
    openAttempt: findOpenAttempt(content, state, newestAttempt),
    newestAttempt,
    plan,
    step,
    isStartable,
  };
}

async function choosePlan(
  ctx: Context,
  learner: Learner,
  { quiz, step, birthYear, number }: { quiz: Task; step: RepairStep; birthYear: number | null; number: number },
): Promise<PlannedItem[]> {
  const { profileId, now } = learner;
  if (step === 'missed') return chooseMissedItems(quiz, new Set(await listCorrectItems(ctx, profileId, quiz.id)));
  return chooseEasierItems(learner, quiz, {
    memories: await listMemories(ctx, profileId),
    age: computeAge(birthYear, toUtcDay(now)),
    seed: `${profileId} ${toRepairId(quiz.id)} ${number}`,
  });
}
