import type { Task } from '../../../content/index.ts';
import type { UnitOfWork } from '../../../platform/context.ts';
import { type Activity, type Award, computeLevel, recordLocked } from '../../progress/index.ts';
import { listNewlyOpen, type PlaceIds } from '../learner/access-rules.ts';
import { type Learner, type LockedLearner, withPlaceStates, withTaskState } from '../learner/learner.ts';
import { insertPlaceStates, type PlaceState, saveTaskState, type TaskState } from '../learner/learner-store.ts';
import { nextTaskState, type TaskEvent } from '../learner/next-task-state.ts';
import { LOCATION_XP, WORLD_XP } from '../learner/rewards.ts';
import { isLocationDone, isWorldDone } from '../learner/task-status.ts';

export interface TaskResult {
  readonly award: Award;
  readonly unlocked: PlaceIds;
  readonly learner: LockedLearner;
}

/** An event of a task, and the activity of the child that it is recorded as. */
interface ResultInput extends Pick<Activity, 'source' | 'entries' | 'timeZone' | 'counts'> {
  readonly task: Pick<Task, 'id' | 'location_id' | 'world_id'>;
  readonly event: TaskEvent;
}

/**
 * Saves the new state of a task, completes the location and the world that it finishes, and records all of it as one
 * activity. `learner` is the state before.
 */
export async function applyResult(unit: UnitOfWork, learner: LockedLearner, input: ResultInput): Promise<TaskResult> {
  const { tx } = unit;
  const { profileId } = learner;
  const state = nextTaskState(learner.tasks.get(input.task.id), input.event, taskXp(input.entries));
  await saveTaskState(tx, profileId, state);
  const withState = withTaskState(learner, state);
  const places = findCompletedPlaces(withState, input.task);
  await insertPlaceStates(tx, profileId, places);
  const activity = {
    profileId,
    source: input.source,
    timeZone: input.timeZone,
    entries: [...input.entries, ...places.map(toLedgerEntry)],
    counts: { ...input.counts, ...taskCounts(learner, state), ...placeCounts(places) },
  };
  const { award, locked } = await recordLocked(unit, activity, learner.locked);
  const { level } = computeLevel(locked.totals.xp_total, learner.content.levels.length);
  const after = { ...withPlaceStates(withState, places), level, locked };
  const location = after.content.locations.get(input.task.location_id);
  return { award, unlocked: listNewlyOpen(learner, after, location), learner: after };
}

/** Combines two results that were applied one after the other into one. */
export function mergeResults(first: TaskResult, second: TaskResult): TaskResult {
  const levelUps = [first.award.level_up, second.award.level_up].filter((levelUp) => levelUp !== null);
  const [firstLevelUp, lastLevelUp] = [levelUps[0], levelUps.at(-1)];
  const concatUnlocked = (name: 'location_ids' | 'world_ids') => [...first.unlocked[name], ...second.unlocked[name]];
  return {
    learner: second.learner,
    unlocked: { location_ids: concatUnlocked('location_ids'), world_ids: concatUnlocked('world_ids') },
    award: {
      xp_awarded: first.award.xp_awarded + second.award.xp_awarded,
      xp_breakdown: [...first.award.xp_breakdown, ...second.award.xp_breakdown],
      level_up:
        firstLevelUp && lastLevelUp
          ? { ...lastLevelUp, from: firstLevelUp.from, unlocked_items: unlockedItems(levelUps) }
          : null,
      badges_awarded: [...first.award.badges_awarded, ...second.award.badges_awarded],
      streak: first.award.streak,
    },
  };
}

function unlockedItems(levelUps: readonly NonNullable<Award['level_up']>[]): string[] {
  return levelUps.flatMap(({ unlocked_items }) => unlocked_items);
}

/** The bonus for a perfect attempt and practice XP are not part of a task's own XP, so its state does not count them. */
const NOT_TASK_XP: readonly Activity['entries'][number]['reason'][] = ['quiz_perfect', 'practice'];

function taskXp(entries: Activity['entries']): number {
  return entries.filter(({ reason }) => !NOT_TASK_XP.includes(reason)).reduce((sum, { amount }) => sum + amount, 0);
}

/** The changes to the task counters when a task gets this state. */
function taskCounts(learner: Learner, state: TaskState) {
  const before = learner.tasks.get(state.task_id)?.status;
  const change = (status: TaskState['status']) => Number(state.status === status) - Number(before === status);
  return { tasks_completed: change('completed'), tasks_in_progress: change('in_progress') };
}

function placeCounts(places: readonly PlaceState[]) {
  const count = (kind: PlaceState['kind']) => places.filter((place) => place.kind === kind).length;
  return { locations_completed: count('location'), worlds_completed: count('world') };
}

function findCompletedPlaces(learner: Learner, task: ResultInput['task']): PlaceState[] {
  const { locations, worlds } = learner.content;
  const location = locations.get(task.location_id);
  const world = worlds.get(task.world_id);
  const isNewlyDone = location && !learner.locations.has(location.id) && isLocationDone(learner, location);
  if (!isNewlyDone) return [];
  const completedLocation = [
    { place_id: location.id, kind: 'location', xp_earned: LOCATION_XP, completed_at: learner.now },
  ] as const;
  const isWorldNewlyDone =
    world && !learner.worlds.has(world.id) && isWorldDone(withPlaceStates(learner, completedLocation), world);
  if (!isWorldNewlyDone) return [...completedLocation];
  return [...completedLocation, { place_id: world.id, kind: 'world', xp_earned: WORLD_XP, completed_at: learner.now }];
}

function toLedgerEntry({ kind, place_id, xp_earned }: PlaceState): Activity['entries'][number] {
  const reason = kind === 'world' ? 'world_completed' : 'location_completed';
  return { reason, amount: xp_earned, source: `${kind} ${place_id}` };
}
