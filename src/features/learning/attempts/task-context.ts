import type { Task } from '../../../content/index.ts';
import { ApiError, type ErrorReason } from '../../../core/requests/api-error.ts';
import type { Day } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { findTaskLock } from '../learner/content-locks.ts';
import { type LockedLearner, lockLearner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import { listMemorySubjects } from '../memory/first-answers.ts';
import type { Memory } from '../memory/scheduler.ts';
import { type DailyPractice, loadDailyPractice } from '../practice/load-practice.ts';
import { getDailyPracticePhase, parseDailyPracticeDay } from '../practice/practice-id.ts';
import { describeLock } from '../worlds/serializers.ts';
import { type Attempt, findAttempt, findAttemptWithMemories } from './attempts-store.ts';
import { replaceInvalidDraws } from './drawn-items.ts';
import { listItemSources } from './item-sources.ts';

/** A task that is not locked for a child, and the child's state, read under the lock on the child's totals. */
export interface TaskContext {
  readonly learner: LockedLearner;
  readonly task: Task;
  /** Undefined when the child has never started the task. */
  readonly state: TaskState | undefined;
  /** The items of a daily practice, and whether a round of it may be started; null for a task of a pack. */
  readonly dailyPractice: Pick<DailyPractice<LockedLearner>, 'plan' | 'isStartable'> | null;
}

interface Child {
  readonly profileId: string;
  readonly language: string;
}

/**
 * Locks a child's totals and loads a task with its state. Refuses an unknown task (404), a locked one (403), and a daily practice
 * that is over (409).
 */
export async function loadTaskContext(unitOfWork: UnitOfWork, child: Child, taskId: string): Promise<TaskContext> {
  const practiceDay = parseDailyPracticeDay(taskId);
  if (practiceDay) return loadDailyPracticeContext(unitOfWork, child, practiceDay);
  if (!unitOfWork.ctx.content.current.tasks.has(taskId)) throw createNotFoundError();
  const learner = await lockLearner(unitOfWork, child.profileId);
  const task = learner.content.tasks.get(taskId);
  if (!task) throw createNotFoundError();
  const lock = findTaskLock(learner, task);
  if (lock) throw new ApiError('FORBIDDEN', describeLock(lock, child.language), { reason: lock.reason });
  return { learner, task, state: learner.taskStates.get(taskId), dailyPractice: null };
}

async function loadDailyPracticeContext(
  unitOfWork: UnitOfWork,
  { profileId, language }: Child,
  day: Day,
): Promise<TaskContext> {
  const phase = getDailyPracticePhase(day, unitOfWork.ctx.now());
  if (phase === 'future') throw createNotFoundError();
  if (phase === 'over') throw createConflictError(localized.learning.practice.over, 'attempt_over');
  const learner = await lockLearner(unitOfWork, profileId);
  const { plan, isStartable, ...context } = await loadDailyPractice(unitOfWork.tx, learner, { day, locale: language });
  return { ...context, dailyPractice: { plan, isStartable } };
}

/** Finds the attempt that a child has started but not yet ended. */
export async function findOpenAttempt(tx: Tx, { learner, state }: TaskContext): Promise<Attempt | undefined> {
  const attempt = state?.open_attempt_id ? await findAttempt(tx, learner.profileId, state.open_attempt_id) : undefined;
  return attempt && replaceInvalidDraws(learner.content, attempt);
}

/**
 * Gets the open attempt. `attemptId` is the attempt that the client expects to be open. Refuses an attempt of another child or
 * task (404) and an attempt that has ended (409). Refuses a creative task and a task without an open attempt (409).
 */
export async function getOpenAttempt(tx: Tx, context: TaskContext, attemptId?: string): Promise<Attempt> {
  await checkExpectedAttempt(tx, context, attemptId);
  return (await findOpenAttempt(tx, context)) ?? throwNoOpenAttempt(context);
}

/** Gets the open attempt like `getOpenAttempt`, together with the child's memories of the skills and items of the task. */
export async function getOpenAttemptWithMemories(
  tx: Tx,
  context: TaskContext,
  attemptId?: string,
): Promise<{ attempt: Attempt; memories: readonly Memory[] }> {
  await checkExpectedAttempt(tx, context, attemptId);
  const subjects = listMemorySubjects(listItemSources(context));
  const openAttemptId = context.state?.open_attempt_id;
  if (!openAttemptId || subjects.length === 0) return { attempt: await getOpenAttempt(tx, context), memories: [] };
  const result =
    (await findAttemptWithMemories(tx, context.learner.profileId, openAttemptId, subjects)) ??
    throwNoOpenAttempt(context);
  return { ...result, attempt: replaceInvalidDraws(context.learner.content, result.attempt) };
}

/** Refuses a creative task, and an attempt that is not the open one. */
async function checkExpectedAttempt(
  tx: Tx,
  { learner, task, state }: TaskContext,
  attemptId: string | undefined,
): Promise<void> {
  if (task.kind === 'creative') throw createConflictError(localized.learning.submitInstead, 'creative_task');
  if (attemptId !== undefined && attemptId !== state?.open_attempt_id) {
    const requestedAttempt = await findAttempt(tx, learner.profileId, attemptId);
    if (requestedAttempt?.task_id !== task.id) throw createNotFoundError();
    throw createConflictError(localized.learning.attemptFinished, 'attempt_over');
  }
}

function throwNoOpenAttempt({ state }: TaskContext): never {
  if (state?.status === 'pending_review') throw createConflictError(localized.learning.pendingReview, 'pending_review');
  throw state?.status === 'completed'
    ? createConflictError(localized.learning.attemptFinished, 'completed')
    : createConflictError(localized.learning.notStarted, 'not_started');
}

export function createConflictError(text: ApiError['text'], reason: ErrorReason): ApiError {
  return new ApiError('CONFLICT', text, { reason });
}
