import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Task } from '../../content/index.ts';
import { type Activity, type Award, getTotals, levelOf, recordActivity } from '../../progress/index.ts';
import { listOpenPlaces } from '../learner/access-rules.ts';
import { type Learner, withPlaceStates, withTaskState } from '../learner/learner.ts';
import { insertPlaceStates, type PlaceState, saveTaskState, type TaskState } from '../learner/learner-store.ts';
import { LOCATION_XP, WORLD_XP } from '../learner/rewards.ts';
import { isLocationDone, isWorldDone } from '../learner/task-status.ts';

export interface TaskResult {
  readonly award: Award;
  readonly unlocked: { location_ids: string[]; world_ids: string[] };
  readonly learner: Learner;
}

type Whereabouts = Pick<Task, 'location_id' | 'world_id'>;
type Deed = Pick<Activity, 'source' | 'entries' | 'zone'> & { readonly counts: NonNullable<Activity['counts']> };

/**
 * Keeps the new state of a task, completes the location and the world that are whole by it, and tells progress all of it
 * as one fact. `learner` is the child before, read in this transaction under lockLearner.
 */
export async function applyResult(
  ctx: Context,
  tx: Tx,
  learner: Learner,
  task: Whereabouts,
  state: TaskState,
  deed: Deed,
): Promise<TaskResult> {
  const { profileId } = learner;
  await saveTaskState(tx, profileId, state);
  const withState = withTaskState(learner, state);
  const places = placesDoneBy(withState, task);
  await insertPlaceStates(tx, profileId, places);
  const award = await recordActivity(ctx, tx, {
    profileId,
    source: deed.source,
    zone: deed.zone,
    entries: [...deed.entries, ...places.map(entryOf)],
    counts: { ...deed.counts, ...taskCounts(learner, state), ...placeCounts(places) },
  });
  const { xp_total } = await getTotals(tx, profileId);
  const { level } = levelOf(xp_total, learner.content.levels.length);
  const after = { ...withPlaceStates(withState, places), level };
  return { award, unlocked: newlyOpen(learner, after), learner: after };
}

/** Two things that were settled one after the other, told as one. */
export function mergeResults(first: TaskResult, then: TaskResult): TaskResult {
  const rises = [first.award.level_up, then.award.level_up].filter((rise) => rise !== null);
  const [lowest, highest] = [rises[0], rises.at(-1)];
  const together = (name: 'location_ids' | 'world_ids') => [...first.unlocked[name], ...then.unlocked[name]];
  return {
    learner: then.learner,
    unlocked: { location_ids: together('location_ids'), world_ids: together('world_ids') },
    award: {
      xp_awarded: first.award.xp_awarded + then.award.xp_awarded,
      xp_breakdown: [...first.award.xp_breakdown, ...then.award.xp_breakdown],
      level_up: lowest && highest ? { ...highest, from: lowest.from, unlocked_items: unlockedBy(rises) } : null,
      badges_awarded: [...first.award.badges_awarded, ...then.award.badges_awarded],
      streak: first.award.streak,
    },
  };
}

function unlockedBy(rises: readonly NonNullable<Award['level_up']>[]): string[] {
  return rises.flatMap(({ unlocked_items }) => unlocked_items);
}

/** By how much the counters of tasks move when a task gets this state. */
function taskCounts(learner: Learner, state: TaskState) {
  const before = learner.tasks.get(state.task_id)?.status;
  const moved = (status: TaskState['status']) => Number(state.status === status) - Number(before === status);
  return { tasks_completed: moved('completed'), tasks_in_progress: moved('in_progress') };
}

function placeCounts(places: readonly PlaceState[]) {
  const count = (kind: PlaceState['kind']) => places.filter((place) => place.kind === kind).length;
  return { locations_completed: count('location'), worlds_completed: count('world') };
}

function placesDoneBy(learner: Learner, task: Whereabouts): PlaceState[] {
  const { locations, worlds } = learner.content;
  const location = locations.get(task.location_id);
  const world = worlds.get(task.world_id);
  const isNew = location && !learner.locations.has(location.id) && isLocationDone(learner, location);
  if (!isNew) return [];
  const here = [
    { place_id: location.id, kind: 'location', xp_earned: LOCATION_XP, completed_at: learner.now },
  ] as const;
  const isWhole = world && !learner.worlds.has(world.id) && isWorldDone(withPlaceStates(learner, here), world);
  if (!isWhole) return [...here];
  return [...here, { place_id: world.id, kind: 'world', xp_earned: WORLD_XP, completed_at: learner.now }];
}

function entryOf({ kind, place_id, xp_earned }: PlaceState): Activity['entries'][number] {
  const reason = kind === 'world' ? 'world_completed' : 'location_completed';
  return { reason, amount: xp_earned, source: `${kind} ${place_id}` };
}

function newlyOpen(before: Learner, after: Learner): TaskResult['unlocked'] {
  const was = listOpenPlaces(before);
  const is = listOpenPlaces(after);
  return {
    location_ids: is.location_ids.filter((id) => !was.location_ids.includes(id)),
    world_ids: is.world_ids.filter((id) => !was.world_ids.includes(id)),
  };
}
