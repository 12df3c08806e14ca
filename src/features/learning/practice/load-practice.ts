import type { Task } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import type { Day } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import type { Attempt, PlannedItem } from '../attempts/attempts-store.ts';
import { copyWithTaskState, type Learner, type LoadedLearner } from '../learner/learner.ts';
import { type AttemptSelection, listMemories, type TaskState } from '../learner/learner-store.ts';
import { computeAge } from '../memory/ability.ts';
import { chooseItems } from './choose-items.ts';
import { getDailyPracticePhase, toDailyPracticeId } from './practice-id.ts';
import { buildRoundTask } from './practice-task.ts';

/** The daily practice of a child on one day. */
export interface DailyPractice<L extends Learner> {
  /** The child's state. Its content includes the daily practice as a task, and its task states include `state`. */
  readonly learner: L;
  readonly task: Task;
  /** Undefined when the child has not started any round. */
  readonly state: TaskState | undefined;
  /**
   * The items of the open round. If no round is open, the items of the next round; if no round can be started, the items of
   * the last round.
   */
  readonly plan: readonly PlannedItem[];
  readonly newestAttempt: Attempt | undefined;
  readonly completedRoundCount: number;
  /** Whether a round can be started. */
  readonly isStartable: boolean;
  /** The number of skills and missed items that are due; 0 while a round is open and when the day allows no further round. */
  readonly dueCount: number;
}

/** After the first round of a day, another round can be started while at least this many skills and items are due. */
export const MIN_DUE_FOR_ANOTHER_ROUND = 5;

/** Builds the selection of all rounds of a daily practice. */
export function buildRoundsSelection(day: Day): AttemptSelection {
  return { taskId: toDailyPracticeId(day), limit: QUOTAS.practiceRoundsPerDay };
}

interface PracticeOptions {
  readonly day: Day;
  readonly locale: string;
  readonly birthYear: number | null;
}

type Rounds<L extends Learner> = Pick<LoadedLearner<L>, 'learner' | 'attempts'>;

/** Builds a daily practice from its rounds. Reads the child's memories only if the items of another round have to be chosen. */
export async function loadDailyPractice<L extends Learner>(
  ctx: Context,
  rounds: Rounds<L>,
  options: PracticeOptions,
): Promise<DailyPractice<L>> {
  const memories = isAnotherRoundPossible(rounds, options.day) ? await listMemories(ctx, rounds.learner.profileId) : [];
  return buildDailyPractice({ ...rounds, memories }, options);
}

function isAnotherRoundPossible({ learner, attempts }: Rounds<Learner>, day: Day): boolean {
  return (
    attempts[0]?.status !== 'in_progress' &&
    attempts.length < QUOTAS.practiceRoundsPerDay &&
    getDailyPracticePhase(day, learner.now) === 'today'
  );
}

/** Builds a daily practice from its rounds, the newest first, and all memories of the child. */
export function buildDailyPractice<L extends Learner>(
  { learner, attempts, memories }: Rounds<L> & Pick<LoadedLearner, 'memories'>,
  { day, locale, birthYear }: PracticeOptions,
): DailyPractice<L> {
  const id = toDailyPracticeId(day);
  const [newestAttempt] = attempts;
  const completedRounds = attempts.filter(({ status }) => status === 'passed');
  const choice = isAnotherRoundPossible({ learner, attempts }, day)
    ? chooseItems(learner, memories, {
        today: day,
        pace: learner.pace,
        locale,
        age: computeAge(birthYear, day),
        seed: `${learner.profileId} ${id} ${attempts.length + 1}`,
      })
    : { plan: [], dueCount: 0 };
  const isRoundOffered = completedRounds.length === 0 || choice.dueCount >= MIN_DUE_FOR_ANOTHER_ROUND;
  const isStartable = choice.plan.length > 0 && isRoundOffered;
  const plan = isStartable ? choice.plan : (newestAttempt?.plan ?? []);
  const { task, content } = buildRoundTask(learner.content, { id, plan, locale });
  const state = newestAttempt && toTaskState(newestAttempt, completedRounds);
  const learnerWithContent = { ...learner, content };
  return {
    learner: state ? copyWithTaskState(learnerWithContent, state) : learnerWithContent,
    task,
    state,
    plan,
    newestAttempt,
    completedRoundCount: completedRounds.length,
    isStartable,
    dueCount: choice.dueCount,
  };
}

/** Derives the state of a daily practice from its attempts. It has no row in `task_states`, because there is a new one every day. */
export function toTaskState(newestAttempt: Attempt, completedRounds: readonly Attempt[]): TaskState {
  const firstCompletedRound = completedRounds.at(-1);
  return {
    task_id: newestAttempt.task_id,
    status: firstCompletedRound ? 'completed' : 'in_progress',
    attempts_count: newestAttempt.number,
    open_attempt_id: newestAttempt.status === 'in_progress' ? newestAttempt.id : null,
    stars_best: Math.max(0, ...completedRounds.map(({ stars }) => stars)),
    xp_earned: completedRounds.reduce((sum, { xp_awarded }) => sum + xp_awarded, 0),
    started_at: newestAttempt.started_at,
    completed_at: firstCompletedRound?.completed_at ?? null,
  };
}
