import { createConflictError } from '../../../core/requests/api-error.ts';
import type { Child } from '../../../core/requests/caller.ts';
import type { Day } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { TxContext } from '../../../platform/context.ts';
import { loadChallengeTask } from '../challenge/play-challenge.ts';
import { findRepairedQuiz } from '../learner/repair.ts';
import { loadPlacementTask } from '../placement/play-placement.ts';
import { buildRoundsSelection } from '../practice/load-practice.ts';
import { loadPracticeTask } from '../practice/play-practice.ts';
import { CHALLENGE_ID, findPlacementSubject, parseDailyPracticeDay } from '../practice/practice-id.ts';
import { loadRepairTask } from '../repair/play-repair.ts';
import { type Attempt, findAttempt } from './attempts-store.ts';
import { loadPackTask } from './pack-task.ts';
import type { PlayedTask } from './played-task.ts';

/**
 * Locks a child's totals and loads a task with its state. Refuses an unknown task (404), a locked one (403), and a daily practice
 * that is over (409). With `today`, the rounds of today's practice and the child's memories are loaded, too.
 */
export function loadTask(ctx: TxContext, child: Child, taskId: string, today?: Day): Promise<PlayedTask> {
  const rounds = today === undefined ? undefined : buildRoundsSelection(today);
  const practiceDay = parseDailyPracticeDay(taskId);
  if (practiceDay) return loadPracticeTask(ctx, child, practiceDay, rounds);
  const quiz = findRepairedQuiz(ctx.content.current, taskId);
  if (quiz) return loadRepairTask(ctx, child, quiz, rounds);
  const subject = findPlacementSubject(ctx.content.current, taskId);
  if (subject) return loadPlacementTask(ctx, child, subject, rounds);
  if (taskId === CHALLENGE_ID) return loadChallengeTask(ctx, child, rounds);
  return loadPackTask(ctx, child, taskId, rounds);
}

/**
 * Gets the open attempt. `attemptId` is the attempt that the client expects to be open. Refuses an attempt of another child or
 * task (404) and an attempt that has ended (409). Refuses a creative task and a task without an open attempt (409).
 */
export async function getOpenAttempt(ctx: TxContext, played: PlayedTask, attemptId?: string): Promise<Attempt> {
  const { learner, task, state, openAttempt } = played;
  if (task.kind === 'creative') throw createConflictError(localized.learning.submitInstead, 'creative_task');
  if (attemptId !== undefined && attemptId !== state?.open_attempt_id) {
    const requestedAttempt = await findAttempt(ctx, learner.profileId, attemptId);
    if (requestedAttempt?.task_id !== task.id) throw createNotFoundError();
    throw createConflictError(localized.learning.attemptFinished, 'attempt_over');
  }
  return openAttempt ?? throwNoOpenAttempt(played);
}

function throwNoOpenAttempt({ state }: PlayedTask): never {
  if (state?.status === 'pending_review') throw createConflictError(localized.learning.pendingReview, 'pending_review');
  throw state?.status === 'completed'
    ? createConflictError(localized.learning.attemptFinished, 'completed')
    : createConflictError(localized.learning.notStarted, 'not_started');
}
