import type { Task } from '../../../content/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';

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
import { computeNextTaskState, type TaskEvent } from '../learner/next-task-state.ts';
import { LOCATION_XP, WORLD_XP } from '../learner/rewards.ts';
import { hasCompletedAllTasks, hasCompletedRequiredLocations } from '../learner/task-status.ts';

/** The results of a change to a task: XP and badges, newly open places, and the new state of the learner. */
export interface TaskResult {
  readonly award: Award;
  readonly unlocked: PlaceIds;
  readonly learner: LockedLearner;
}

/** A task event, and the activity that records it. */
interface TaskChange extends Pick<Activity, 'source' | 'entries' | 'timeZone' | 'language' | 'counts'> {
  readonly task: Pick<Task, 'id' | 'location_id' | 'world_id'>;
  readonly event: TaskEvent;
}

/**
 * Saves the new state of a task, marks its location and world as completed if this was the last task that they required, and
 * records all of these changes as one activity. `learner` is the state before the change.
 */
export async function applyTaskChange(
  ctx: Context<Tx>,
  learner: LockedLearner,
  change: TaskChange,
): Promise<TaskResult> {
  const { profileId } = learner;
  const state = computeNextTaskState(learner.taskStates.get(change.task.id), change.event, sumTaskXp(change.entries));
  await saveTaskState(ctx, profileId, state);
  const learnerWithState = copyWithTaskState(learner, state);
  const places = findCompletedPlaces(learnerWithState, change.task);
  await insertPlaceStates(ctx, profileId, places);
  const activity = {
    profileId,
    source: change.source,
    timeZone: change.timeZone,
    language: change.language,
    entries: [...change.entries, ...places.map(toLedgerEntry)],
    counts: { ...change.counts, ...computeTaskCountChanges(learner, state), ...countPlacesByKind(places) },
  };
  const { award, lockedTotals } = await recordActivityUnderLock(ctx, activity, learner.lockedTotals);
  const { level } = computeLevel(lockedTotals.totals.xp_total, learner.content.levels.length);
  const learnerAfter: LockedLearner = { ...copyWithPlaceStates(learnerWithState, places), level, lockedTotals };
  const location = learnerAfter.content.locations.get(change.task.location_id);
  return { award, unlocked: listNewlyOpenPlaces(learner, learnerAfter, location), learner: learnerAfter };
}

/** The XP in a task's state includes neither the bonus for a perfect attempt nor the XP for practice. */
const REASONS_OUTSIDE_TASK_XP: readonly XpReason[] = ['quiz_perfect', 'practice'];

function sumTaskXp(entries: Activity['entries']): number {
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
