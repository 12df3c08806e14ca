import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Callers } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import { recordLocked } from '../../progress/index.ts';
import { saveTaskState } from '../learner/learner-store.ts';
import { nextTaskState } from '../learner/next-task-state.ts';
import { type Attempt, insertAttempt, pruneAttempts } from './attempts-store.ts';
import { findOpenAttempt, loadTask, type TaskContext } from './task-context.ts';

/** Returns the open attempt or begins a new one, so that two taps on "start" make one attempt. */
export function startTask(
  ctx: Context,
  child: Callers['child'],
  taskId: string,
): Promise<{ attempt: Attempt; isNew: boolean }> {
  return ctx.write(async (unit) => {
    const context = await loadTask(unit, child, taskId);
    const open = await findOpenAttempt(unit.tx, context.state);
    if (open) return { attempt: open, isNew: false };
    return { attempt: await beginAttempt(unit, context), isNew: true };
  });
}

/**
 * Begins a new attempt. It is a practice attempt when the task is already completed. A creative task cannot be repeated
 * after it is completed (gap 53).
 */
export async function beginAttempt(unit: UnitOfWork, { learner, task, state }: TaskContext): Promise<Attempt> {
  const { ctx, tx } = unit;
  if (state?.status === 'pending_review')
    throw new ApiError('CONFLICT', localized.learning.pendingReview, { reason: 'pending_review' });
  const practice = state?.status === 'completed';
  if (practice && task.kind === 'creative')
    throw new ApiError('CONFLICT', localized.learning.alreadySubmitted, { reason: 'completed' });
  const attempt: Attempt = {
    id: ctx.random.timeId(),
    profile_id: learner.profileId,
    task_id: task.id,
    number: (state?.attempts_count ?? 0) + 1,
    status: 'in_progress',
    practice,
    started_at: learner.now,
    completed_at: null,
    content_version: task.content_version,
    answers: [],
    hints: {},
    score: 0,
    points: 0,
    max_points: task.items.reduce((sum, { points }) => sum + points, 0),
    stars: 0,
    time_spent_seconds: 0,
    xp_awarded: 0,
  };
  await insertAttempt(tx, attempt);
  await saveTaskState(tx, learner.profileId, nextTaskState(state, { type: 'started', attempt }));
  if (attempt.number > QUOTAS.attemptsPerTask) await pruneAttempts(tx, attempt);
  if (!state) await recordLocked(unit, startedActivity(attempt), learner.locked);
  return attempt;
}

function startedActivity({ profile_id, task_id }: Attempt) {
  const source = `task ${task_id}`;
  return { profileId: profile_id, source, entries: [], timeZone: null, counts: { tasks_in_progress: 1 } };
}
