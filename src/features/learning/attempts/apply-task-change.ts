import type { Skill, Task } from '../../../content/index.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { TxContext } from '../../../platform/context.ts';
import {
  type Activity,
  type Award,
  computeLevel,
  type LedgerEntryInput,
  recordActivityUnderLock,
  type XpReason,
} from '../../progress/index.ts';
import { listNewlyOpenPlaces, type PlaceIds } from '../learner/content-locks.ts';
import { copyWithPlaceStates, copyWithTaskState, type Learner, type LockedLearner } from '../learner/learner.ts';
import { insertPlaceStates, type PlaceState, saveTaskState, type TaskState } from '../learner/learner-store.ts';
import { LOCATION_XP, WORLD_XP } from '../learner/rewards.ts';
import { hasCompletedAllTasks, hasCompletedRequiredLocations } from '../learner/task-status.ts';
import type { Attempt } from './attempts-store.ts';

/** What a placement has shown of the child's skills. */
export interface PlacedSkills {
  /** Up to two that the child knows, those that are usual at the highest age first. */
  readonly strong: readonly Skill[];
  /** The one that the child can best learn next; empty if it has missed none. */
  readonly next: readonly Skill[];
}

/** The results of a change to a task: XP and badges, newly open places, and the new state of the learner. */
export interface TaskResult {
  readonly award: Award;
  readonly unlocked: PlaceIds;
  readonly learner: LockedLearner;
  /** What a placement has shown; undefined for other tasks. */
  readonly placed?: PlacedSkills;
}

/** A task event, and the activity that records it. */
interface TaskChange extends Omit<Activity, 'profileId'> {
  readonly task: Pick<Task, 'id' | 'location_id' | 'world_id'>;
  readonly event: TaskEvent;
}

/**
 * Saves the new state of a task, marks its location and world as completed if this was the last task that they required, and
 * records all of these changes as one activity. `learner` is the state before the change.
 */
export async function applyTaskChange(
  ctx: TxContext,
  learner: LockedLearner,
  { task, event, ...activity }: TaskChange,
): Promise<TaskResult> {
  const { profileId } = learner;
  const state = computeNextTaskState(learner.taskStates.get(task.id), event, sumTaskXp(activity.entries));
  await saveTaskState(ctx, profileId, state);
  const learnerWithState = copyWithTaskState(learner, state);
  const places = findCompletedPlaces(learnerWithState, task);
  await insertPlaceStates(ctx, profileId, places);
  return recordTaskActivity(ctx, learner, copyWithPlaceStates(learnerWithState, places), {
    ...activity,
    profileId,
    task,
    entries: [...activity.entries, ...places.map(toLedgerEntry)],
    counts: { ...activity.counts, ...computeTaskCountChanges(learner, state), ...countPlacesByKind(places) },
  });
}

/** Records the activity of a task, which may raise the level. `before` and `after` are the child's states without and with the change. */
export async function recordTaskActivity(
  ctx: TxContext,
  before: LockedLearner,
  after: LockedLearner,
  { task, ...activity }: Activity & Pick<TaskChange, 'task'>,
): Promise<TaskResult> {
  const { award, lockedTotals } = await recordActivityUnderLock(ctx, activity, after.lockedTotals);
  const { level } = computeLevel(lockedTotals.totals.xp_total, after.content.levels.length);
  const learner = { ...after, level, lockedTotals };
  const location = learner.content.locations.get(task.location_id);
  return { award, unlocked: listNewlyOpenPlaces(before, learner, location), learner };
}

/** The XP in a task's state includes neither the bonus for a perfect attempt nor the XP for practice. */
const REASONS_OUTSIDE_TASK_XP: readonly XpReason[] = ['quiz_perfect', 'practice'];

export function sumTaskXp(entries: Activity['entries']): number {
  return entries
    .filter(({ reason }) => !REASONS_OUTSIDE_TASK_XP.includes(reason))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** How much to add to the task counters when a task changes to this state. */
function computeTaskCountChanges(learner: Learner, state: TaskState) {
  const previousStatus = learner.taskStates.get(state.task_id)?.status;
  const computeDifference = (status: TaskState['status']) =>
    Number(state.status === status) - Number(previousStatus === status);
  return { tasks_completed: computeDifference('completed'), tasks_in_progress: computeDifference('in_progress') };
}

function countPlacesByKind(places: readonly PlaceState[]) {
  const count = (kind: PlaceState['kind']) => places.filter((place) => place.kind === kind).length;
  return { locations_completed: count('location'), worlds_completed: count('world') };
}

function findCompletedPlaces(learner: Learner, task: TaskChange['task']): PlaceState[] {
  const { locations, worlds } = learner.content;
  const location = locations.get(task.location_id);
  const world = worlds.get(task.world_id);
  const isLocationNewlyCompleted =
    location && !learner.completedLocations.has(location.id) && hasCompletedAllTasks(learner, location);
  if (!isLocationNewlyCompleted) return [];
  const completedLocations = [
    { place_id: location.id, kind: 'location', xp_earned: LOCATION_XP, completed_at: learner.now },
  ] as const;
  const isWorldNewlyCompleted =
    world &&
    !learner.completedWorlds.has(world.id) &&
    hasCompletedRequiredLocations(copyWithPlaceStates(learner, completedLocations), world);
  if (!isWorldNewlyCompleted) return [...completedLocations];
  return [...completedLocations, { place_id: world.id, kind: 'world', xp_earned: WORLD_XP, completed_at: learner.now }];
}

function toLedgerEntry({ kind, place_id, xp_earned }: PlaceState): LedgerEntryInput {
  const reason = kind === 'world' ? 'world_completed' : 'location_completed';
  return { reason, amount: xp_earned, source: `${kind} ${place_id}` };
}

/** What happened to a child's task. Saving answers, taking hints and resuming change only the attempt. */
export type TaskEvent =
  | { readonly type: 'started'; readonly attempt: Pick<Attempt, 'id' | 'task_id' | 'number' | 'started_at'> }
  /** An attempt has failed, or it was a practice attempt. The task keeps its status. */
  | { readonly type: 'attempt_ended'; readonly stars: number }
  /** The task was passed for the first time, its submission was approved, or a round of the daily practice was passed. */
  | { readonly type: 'completed'; readonly stars: number; readonly at: Instant }
  | { readonly type: 'submitted' }
  | { readonly type: 'changes_requested' }
  /** A guardian has undone the review of a submission. */
  | { readonly type: 'review_undone' };

/**
 * The state of a task after an event that earned `xp`. `previousState` is undefined if the child has never started the
 * task. The caller must have checked that the event is allowed.
 */
export function computeNextTaskState(previousState: TaskState | undefined, event: TaskEvent, xp = 0): TaskState {
  if (event.type === 'started') {
    const { id: open_attempt_id, task_id, number: attempts_count, started_at } = event.attempt;
    // A task that is started again keeps its status: a completed task is practiced, and one with requested changes is revised.
    if (previousState) return { ...previousState, attempts_count, open_attempt_id };
    const unearned = { stars_best: 0, xp_earned: 0, completed_at: null };
    return { task_id, status: 'in_progress', attempts_count, open_attempt_id, started_at, ...unearned };
  }
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
    case 'review_undone':
      return { ...state, status: 'pending_review', stars_best: 0, completed_at: null };
  }
}
