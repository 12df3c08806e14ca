import type { Task } from '../../../content/index.ts';
import { createConflictError } from '../../../core/requests/api-error.ts';
import type { LocalizedText } from '../../../core/text/languages.ts';
import type { TxContext } from '../../../platform/context.ts';
import { type Attempt, insertAttempt, type PlannedItem } from '../attempts/attempts-store.ts';
import { createAttempt } from '../attempts/drawn-items.ts';
import { copyWithTaskState, type Learner, type LockedLearner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import { buildRoundTask, type RoundTask } from './practice-task.ts';

/** A round of items of other tasks: the open one, the next one or, if none can be started now, the last one. */
export interface Round<L extends Learner> {
  /** The child's state. Its content includes the round as a task, and its task states include `state`. */
  readonly learner: L;
  readonly task: Task;
  /** Undefined when the child has not started any. */
  readonly state: TaskState | undefined;
  readonly plan: readonly PlannedItem[];
  readonly newestAttempt: Attempt | undefined;
  readonly isStartable: boolean;
}

/** Builds a round of the items that were `chosen` for the next one, or of those of the newest attempt if there are none. */
export function buildRound<L extends Learner>(
  learner: L,
  attempts: readonly Attempt[],
  chosen: readonly PlannedItem[],
  fields: Omit<RoundTask, 'plan'>,
): Round<L> {
  const [newestAttempt] = attempts;
  const isStartable = chosen.length > 0;
  const plan = isStartable ? chosen : (newestAttempt?.plan ?? []);
  const { task, content } = buildRoundTask(learner.content, { ...fields, plan });
  const state = newestAttempt && toTaskState(newestAttempt, attempts);
  const learnerWithContent = { ...learner, content };
  return {
    learner: state ? copyWithTaskState(learnerWithContent, state) : learnerWithContent,
    task,
    state,
    plan,
    newestAttempt,
    isStartable,
  };
}

/** Derives the state of a round from its attempts. It has no row in `task_states`. */
function toTaskState(newestAttempt: Attempt, attempts: readonly Attempt[]): TaskState {
  const completedRounds = attempts.filter(({ status }) => status === 'passed');
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

/** Refuses if no further round can be started for now, or none yet (409). */
export async function startRound(
  ctx: TxContext,
  { learner, task, state, plan, isStartable }: Round<LockedLearner>,
  { done, nothingYet = done }: { readonly done: LocalizedText; readonly nothingYet?: LocalizedText },
): Promise<Attempt> {
  if (!isStartable)
    throw state ? createConflictError(done, 'completed') : createConflictError(nothingYet, 'unavailable');
  const attempt = createAttempt(ctx, learner, task, { state, practice: true, plan });
  await insertAttempt(ctx, attempt);
  return attempt;
}
