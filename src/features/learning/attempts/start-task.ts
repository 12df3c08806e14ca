import type { Callers } from '../../../core/caller.ts';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, Unit } from '../../../platform/context.ts';
import { recordActivity } from '../../progress/index.ts';
import { type Attempt, findAttempt, insertAttempt, saveTaskState, type TaskState } from '../learner/learner-store.ts';

import { pruneAttempts } from './prune-attempts-store.ts';
import { loadTask, type TaskContext } from './task-context.ts';

/** Returns the open attempt or begins a new one, so that two taps on "start" make one attempt. */
export function startTask(
  ctx: Context,
  child: Callers['child'],
  taskId: string,
): Promise<{ attempt: Attempt; isNew: boolean }> {
  return ctx.write(async (unit) => {
    const { tx } = unit;
    const context = await loadTask(unit, child, taskId);
    const open = context.state?.open_attempt_id ? await findAttempt(tx, context.state.open_attempt_id) : undefined;
    if (open) return { attempt: open, isNew: false };
    return { attempt: await beginAttempt(unit, context), isNew: true };
  });
}

/**
 * Begins a new attempt. It is a practice attempt when the task is already completed. A creative task cannot be repeated
 * after it is completed (gap 53).
 */
export async function beginAttempt(unit: Unit, { learner, task, state }: TaskContext): Promise<Attempt> {
  const { ctx, tx } = unit;
  if (state?.status === 'pending_review')
    throw new Refusal('CONFLICT', localized.learning.pendingReview, { reason: 'pending_review' });
  const practice = state?.status === 'completed';
  if (practice && task.kind === 'creative')
    throw new Refusal('CONFLICT', localized.learning.alreadySubmitted, { reason: 'completed' });
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
  await saveTaskState(tx, learner.profileId, withOpenAttempt(attempt, state));
  await pruneAttempts(tx, attempt);
  if (!state) await recordActivity(unit, startedActivity(attempt));
  return attempt;
}

function withOpenAttempt({ id, task_id, number, started_at }: Attempt, before: TaskState | undefined): TaskState {
  return {
    ...(before ?? { task_id, status: 'in_progress', stars_best: 0, xp_earned: 0, started_at, completed_at: null }),
    attempts_count: number,
    open_attempt_id: id,
  };
}

function startedActivity({ profile_id, task_id }: Attempt) {
  const source = `task ${task_id}`;
  return { profileId: profile_id, source, entries: [], zone: null, counts: { tasks_in_progress: 1 } };
}
