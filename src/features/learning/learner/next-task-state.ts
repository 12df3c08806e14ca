import type { Instant } from '../../../core/time/instant.ts';
import type { Attempt } from '../attempts/attempts-store.ts';
import type { TaskState } from './learner-store.ts';

/** What happened to a child's task. Saving answers, taking hints and resuming change only the attempt. */
export type TaskEvent =
  | { readonly type: 'started'; readonly attempt: Pick<Attempt, 'id' | 'task_id' | 'number' | 'started_at'> }
  /** An attempt has failed, or it was a practice attempt. The task keeps its status. */
  | { readonly type: 'attempt_ended'; readonly stars: number }
  /** The task was passed for the first time, its submission was approved, or a round of the daily practice was passed. */
  | { readonly type: 'completed'; readonly stars: number; readonly at: Instant }
  | { readonly type: 'submitted' }
  | { readonly type: 'changes_requested' };

/**
 * The state of a task after an event that earned `xp`. `previousState` is undefined if the child has never started the
 * task. The caller must have checked that the event is allowed.
 */
export function computeNextTaskState(previousState: TaskState | undefined, event: TaskEvent, xp = 0): TaskState {
  if (event.type === 'started') return computeStartedState(previousState, event.attempt);
  if (!previousState) throw new Error(`A task that was never started cannot have the event ${event.type}.`);
  const state = { ...previousState, open_attempt_id: null, xp_earned: previousState.xp_earned + xp };
  switch (event.type) {
    case 'attempt_ended':
      return { ...state, stars_best: Math.max(state.stars_best, event.stars) };
    case 'completed': {
      const stars_best = Math.max(state.stars_best, event.stars);
      return { ...state, status: 'completed', stars_best, completed_at: event.at };
    }
    case 'submitted':
      return { ...state, status: 'pending_review' };
    case 'changes_requested':
      return { ...state, status: 'changes_requested' };
  }
}

/** A task that is started again keeps its status: a completed task is practiced, and a task with requested changes is revised. */
function computeStartedState(
  previousState: TaskState | undefined,
  { id, task_id, number, started_at }: (TaskEvent & { type: 'started' })['attempt'],
): TaskState {
  const openAttempt = { attempts_count: number, open_attempt_id: id };
  if (previousState) return { ...previousState, ...openAttempt };
  return {
    task_id,
    status: 'in_progress',
    ...openAttempt,
    stars_best: 0,
    xp_earned: 0,
    started_at,
    completed_at: null,
  };
}
