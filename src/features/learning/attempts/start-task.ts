import { QUOTAS } from '../../../core/quotas.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { recordActivityUnderLock } from '../../progress/index.ts';
import { saveTaskState } from '../learner/learner-store.ts';
import { computeNextTaskState } from '../learner/next-task-state.ts';
import { type Attempt, insertAttempt, pruneAttempts } from './attempts-store.ts';
import { drawItems } from './drawn-items.ts';
import { createConflictError, findOpenAttempt, loadTaskContext, type TaskContext } from './task-context.ts';

/**
 * Returns the open attempt or starts a new one, so that two taps on "start" create only one attempt. Refuses an unknown
 * task (404), a locked task (403), and a task that cannot be started now (409).
 */
export function startTask(ctx: Context, child: Child, taskId: string): Promise<{ attempt: Attempt; isNew: boolean }> {
  return ctx.write(async (ctx) => {
    const context = await loadTaskContext(ctx, child, taskId);
    const openAttempt = findOpenAttempt(context);
    if (openAttempt) return { attempt: openAttempt, isNew: false };
    const startAttempt = context.dailyPractice ? startDailyPractice : startNewAttempt;
    return { attempt: await startAttempt(ctx, context), isNew: true };
  });
}

/**
 * Starts a new attempt. It is a practice attempt when the task is already completed. Refuses a task that waits for a review
 * and a completed creative task, which cannot be repeated (409, gap 53).
 */
export async function startNewAttempt(ctx: Context<Tx>, { learner, task, state }: TaskContext): Promise<Attempt> {
  if (state?.status === 'pending_review') throw createConflictError(localized.learning.pendingReview, 'pending_review');
  const isPractice = state?.status === 'completed';
  if (isPractice && task.kind === 'creative')
    throw createConflictError(localized.learning.alreadySubmitted, 'completed');
  const attempt = createAttempt(ctx, { learner, task, state, dailyPractice: null }, { isPractice });
  await insertAttempt(ctx, attempt);
  await saveTaskState(ctx, learner.profileId, computeNextTaskState(state, { type: 'started', attempt }));
  if (attempt.number > QUOTAS.attemptsPerTask) await pruneAttempts(ctx, attempt);
  if (!state) await recordActivityUnderLock(ctx, buildStartActivity(attempt), learner.lockedTotals);
  return attempt;
}

/** Starts a round of the daily practice. Refuses if there is nothing to practice yet, or no further round on this day (409). */
async function startDailyPractice(ctx: Context<Tx>, context: TaskContext): Promise<Attempt> {
  if (!context.dailyPractice?.isStartable) {
    throw context.state
      ? createConflictError(localized.learning.practice.done, 'completed')
      : createConflictError(localized.learning.practice.nothingYet, 'unavailable');
  }
  const attempt = createAttempt(ctx, context, { isPractice: true });
  await insertAttempt(ctx, attempt);
  return attempt;
}

function createAttempt(
  ctx: Context,
  { learner, task, state, dailyPractice }: Omit<TaskContext, 'newestAttempt'>,
  { isPractice }: { readonly isPractice: boolean },
): Attempt {
  const number = (state?.attempts_count ?? 0) + 1;
  return {
    id: ctx.random.timeOrderedId(),
    profile_id: learner.profileId,
    task_id: task.id,
    number,
    status: 'in_progress',
    practice: isPractice,
    started_at: learner.now,
    completed_at: null,
    content_version: task.content_version,
    answers: [],
    hints: {},
    grades: {},
    draws: drawItems(learner.content, { profileId: learner.profileId, taskId: task.id, number }),
    plan: dailyPractice?.plan ?? [],
    score: 0,
    points: 0,
    max_points: task.items.reduce((sum, { points }) => sum + points, 0),
    stars: 0,
    time_spent_seconds: 0,
    xp_awarded: 0,
  };
}

function buildStartActivity({ profile_id, task_id }: Attempt) {
  const source = `task ${task_id}`;
  return { profileId: profile_id, source, entries: [], timeZone: null, counts: { tasks_in_progress: 1 } };
}
