import type { Task } from '../../../content/index.ts';
import { ApiError, type ErrorReason } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import { notFound } from '../../../platform/api-errors.ts';
import type { UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { taskAccessRule } from '../learner/access-rules.ts';
import { type LockedLearner, lockLearner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import { lockText } from '../worlds/serializers.ts';
import { type Attempt, findAttempt } from './attempts-store.ts';

/** A child and a task that the child may open. */
export interface TaskContext {
  readonly learner: LockedLearner;
  readonly task: Task;
  /** Undefined when the child has never started the task. */
  readonly state: TaskState | undefined;
}

/** Loads a task for a child under lock. Refuses an unknown task (404) and a locked one (403). */
export async function loadTask(
  unit: UnitOfWork,
  child: { readonly profileId: string; readonly language: string },
  taskId: string,
): Promise<TaskContext> {
  if (!unit.ctx.content.current.tasks.has(taskId)) throw notFound();
  const learner = await lockLearner(unit, child.profileId);
  const task = learner.content.tasks.get(taskId);
  if (!task) throw notFound();
  const accessRule = taskAccessRule(learner, task);
  if (accessRule) throw new ApiError('FORBIDDEN', lockText(accessRule, child.language), { reason: accessRule.reason });
  return { learner, task, state: learner.tasks.get(taskId) };
}

/** Finds the attempt that a child has started and not yet ended. */
export async function findOpenAttempt(tx: Tx, state: TaskState | undefined): Promise<Attempt | undefined> {
  return state?.open_attempt_id ? findAttempt(tx, state.open_attempt_id) : undefined;
}

/** Gets the open attempt. Refuses an `attemptId` that is not the open attempt's. */
export async function getOpenAttempt(
  tx: Tx,
  { learner, task, state }: TaskContext,
  attemptId?: string,
): Promise<Attempt> {
  if (task.kind === 'creative') throw conflict(localized.learning.submitInstead, 'creative_task');
  if (attemptId !== undefined && attemptId !== state?.open_attempt_id) {
    const other = await findAttempt(tx, attemptId);
    if (other?.profile_id !== learner.profileId || other.task_id !== task.id) throw notFound();
    throw conflict(localized.learning.attemptFinished, 'attempt_over');
  }
  const open = await findOpenAttempt(tx, state);
  if (open) return open;
  if (state?.status === 'pending_review') throw conflict(localized.learning.pendingReview, 'pending_review');
  throw state?.status === 'completed'
    ? conflict(localized.learning.attemptFinished, 'completed')
    : conflict(localized.learning.notStarted, 'not_started');
}

function conflict(text: ApiError['text'], reason: ErrorReason): ApiError {
  return new ApiError('CONFLICT', text, { reason });
}
