import type { Task } from '../../../content/index.ts';
import { ApiError, type ErrorReason } from '../../../core/requests/api-error.ts';
import type { Day } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';

import type { Tx } from '../../../platform/database/index.ts';
import { findTaskLock } from '../learner/content-locks.ts';
import { type LockedLearner, lockLearnerWithAttempts } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import { listMemorySubjects } from '../memory/first-answers.ts';
import { listMemoriesOfSubjects } from '../memory/memories-store.ts';
import type { Memory } from '../memory/scheduler.ts';
import { buildRoundsSelection, type DailyPractice, loadDailyPractice } from '../practice/load-practice.ts';
import { getDailyPracticePhase, parseDailyPracticeDay } from '../practice/practice-id.ts';
import { describeLock } from '../worlds/serializers.ts';
import { type Attempt, findAttempt } from './attempts-store.ts';
import { replaceInvalidDraws } from './drawn-items.ts';
import { buildItemSources, buildPackItemSources } from './item-sources.ts';

/** A task that is not locked for a child, and the child's state, read under the lock on the child's totals. */
export interface TaskContext {
  readonly learner: LockedLearner;
  readonly task: Task;
  /** Undefined when the child has never started the task. */
  readonly state: TaskState | undefined;
  /** The newest attempt at the task, which may have ended. */
  readonly newestAttempt: Attempt | undefined;
  /** The items of a daily practice, and whether a round of it may be started; null for a task of a pack. */
  readonly dailyPractice: Pick<DailyPractice<LockedLearner>, 'plan' | 'isStartable'> | null;
}

/** A task with the child's memories of its skills and items. */
export interface TaskContextWithMemories extends TaskContext {
  readonly memories: readonly Memory[];
}

interface Child {
  readonly profileId: string;
  readonly language: string;
}

/**
 * Locks a child's totals and loads a task with its state. Refuses an unknown task (404), a locked one (403), and a daily practice
 * that is over (409).
 */
export function loadTaskContext(ctx: Context<Tx>, child: Child, taskId: string): Promise<TaskContext> {
  const practiceDay = parseDailyPracticeDay(taskId);
  if (practiceDay) return loadDailyPracticeContext(ctx, child, practiceDay);
  return loadPackTaskContext(ctx, child, taskId, () => []);
}

/** Like `loadTaskContext`, with the memories of the task. */
export async function loadTaskContextWithMemories(
  ctx: Context<Tx>,
  child: Child,
  taskId: string,
): Promise<TaskContextWithMemories> {
  const practiceDay = parseDailyPracticeDay(taskId);
  if (!practiceDay) {
    const listSubjects = (task: Task) => listMemorySubjects(buildPackItemSources(task));
    return loadPackTaskContext(ctx, child, taskId, listSubjects);
  }
  const context = await loadDailyPracticeContext(ctx, child, practiceDay);
  const subjects = listMemorySubjects(buildItemSources(context));
  return { ...context, memories: await listMemoriesOfSubjects(ctx, child.profileId, subjects) };
}

/** Loads a task of a pack, with the memories of the subjects that `listSubjects` returns. */
async function loadPackTaskContext(
  ctx: Context<Tx>,
  { profileId, language }: Child,
  taskId: string,
  listSubjects: (task: Task) => readonly string[],
): Promise<TaskContextWithMemories> {
  const task = ctx.content.current.tasks.get(taskId);
  if (!task) throw createNotFoundError();
  const selection = { taskId, limit: 1, subjects: listSubjects(task) };
  const { learner, attempts, memories } = await lockLearnerWithAttempts(ctx, profileId, selection);
  const lock = findTaskLock(learner, task);
  if (lock) throw new ApiError('FORBIDDEN', describeLock(lock, language), { reason: lock.reason });
  const [newestAttempt] = attempts;
  return { learner, task, state: learner.taskStates.get(taskId), newestAttempt, memories, dailyPractice: null };
}

async function loadDailyPracticeContext(
  ctx: Context<Tx>,
  { profileId, language }: Child,
  day: Day,
): Promise<TaskContext> {
  const phase = getDailyPracticePhase(day, ctx.now());
  if (phase === 'future') throw createNotFoundError();
  if (phase === 'over') throw createConflictError(localized.learning.practice.over, 'attempt_over');
  const learnerWithRounds = await lockLearnerWithAttempts(ctx, profileId, buildRoundsSelection(day));
  const practice = await loadDailyPractice(ctx, learnerWithRounds, { day, locale: language });
  const { learner, task, state, newestAttempt, plan, isStartable } = practice;
  return { learner, task, state, newestAttempt, dailyPractice: { plan, isStartable } };
}

/** Finds the attempt that a child has started but not yet ended. */
export function findOpenAttempt({ learner, state, newestAttempt }: TaskContext): Attempt | undefined {
  const isOpen = newestAttempt !== undefined && newestAttempt.id === state?.open_attempt_id;
  return isOpen ? replaceInvalidDraws(learner.content, newestAttempt) : undefined;
}

/**
 * Gets the open attempt. `attemptId` is the attempt that the client expects to be open. Refuses an attempt of another child or
 * task (404) and an attempt that has ended (409). Refuses a creative task and a task without an open attempt (409).
 */
export async function getOpenAttempt(ctx: Context<Tx>, context: TaskContext, attemptId?: string): Promise<Attempt> {
  const { learner, task, state } = context;
  if (task.kind === 'creative') throw createConflictError(localized.learning.submitInstead, 'creative_task');
  if (attemptId !== undefined && attemptId !== state?.open_attempt_id) {
    const requestedAttempt = await findAttempt(ctx, learner.profileId, attemptId);
    if (requestedAttempt?.task_id !== task.id) throw createNotFoundError();
    throw createConflictError(localized.learning.attemptFinished, 'attempt_over');
  }
  return findOpenAttempt(context) ?? throwNoOpenAttempt(context);
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
