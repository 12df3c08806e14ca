import type { Task } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import type { Day } from '../../../core/time/days.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { type Attempt, listAttemptsAtTask, type PlannedItem } from '../attempts/attempts-store.ts';
import { copyWithTaskState, type Learner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import { listMemories } from '../memory/memories-store.ts';
import { chooseItems } from './choose-items.ts';
import { getPracticePhase, toPracticeId } from './practice-id.ts';
import { buildPracticeTask } from './practice-task.ts';

/** A child's practice of one day. */
export interface Practice<L extends Learner> {
  /** The child's state, in whose content the practice is a task that has `state`. */
  readonly learner: L;
  readonly task: Task;
  /** Undefined when the child has not started it. */
  readonly state: TaskState | undefined;
  /** The items of the open round, else of the next one, else of the last one. */
  readonly plan: readonly PlannedItem[];
  readonly newest: Attempt | undefined;
  readonly rounds_completed: number;
  /** Whether a round can be started. */
  readonly isStartable: boolean;
  /** The skills and missed items that are due; 0 while a round is open. */
  readonly due: number;
}

/** After a round, another one is offered while at least this many skills and items are due. */
const MIN_DUE_FOR_ANOTHER_ROUND = 5;

/** Reads the rounds of a practice. Reads the child's memories only if the items of another round have to be chosen. */
export async function loadPractice<L extends Learner & { readonly pace: number }>(
  db: Reader,
  learner: L,
  { day, locale }: { readonly day: Day; readonly locale: string },
): Promise<Practice<L>> {
  const id = toPracticeId(day);
  const attempts = await listAttemptsAtTask(db, learner.profileId, id, QUOTAS.practiceRoundsPerDay);
  const [newest] = attempts;
  const completed = attempts.filter(({ status }) => status === 'passed');
  const mayStart =
    newest?.status !== 'in_progress' &&
    attempts.length < QUOTAS.practiceRoundsPerDay &&
    getPracticePhase(day, learner.now) === 'today';
  const choice = mayStart
    ? chooseItems(learner, await listMemories(db, learner.profileId), {
        today: day,
        pace: learner.pace,
        locale,
        seed: `${learner.profileId} ${id} ${attempts.length + 1}`,
      })
    : { plan: [], due: 0 };
  const isOfferedAgain = completed.length === 0 || choice.due >= MIN_DUE_FOR_ANOTHER_ROUND;
  const isStartable = choice.plan.length > 0 && isOfferedAgain;
  const plan = isStartable ? choice.plan : (newest?.plan ?? []);
  const { task, content } = buildPracticeTask(learner.content, { id, plan, locale });
  const state = newest && toTaskState(newest, completed);
  const withContent = { ...learner, content };
  return {
    learner: state ? copyWithTaskState(withContent, state) : withContent,
    task,
    state,
    plan,
    newest,
    rounds_completed: completed.length,
    isStartable,
    due: choice.due,
  };
}

/** A practice has no row of task states, because there is another one every day. The state is derived from its attempts. */
function toTaskState(newest: Attempt, completed: readonly Attempt[]): TaskState {
  const first = completed.at(-1);
  return {
    task_id: newest.task_id,
    status: first ? 'completed' : 'in_progress',
    attempts_count: newest.number,
    open_attempt_id: newest.status === 'in_progress' ? newest.id : null,
    stars_best: Math.max(0, ...completed.map(({ stars }) => stars)),
    xp_earned: completed.reduce((sum, { xp_awarded }) => sum + xp_awarded, 0),
    started_at: newest.started_at,
    completed_at: first?.completed_at ?? null,
  };
}
