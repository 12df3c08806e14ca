import {
  getLocationStructure,
  getWorldStructure,
  type Location,
  type Task,
  type World,
} from '../../../content/index.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Learner } from './learner.ts';
import type { TaskState } from './learner-store.ts';

/** Why a place is locked: the first reason that applies, with everything that it requires. */
export type AccessRule =
  | { readonly reason: 'not_started_yet'; readonly unlocks_at: Instant }
  | { readonly reason: 'level'; readonly required_level: number }
  | { readonly reason: 'prerequisite'; readonly missing: readonly (World | Location)[] };

/** The reason why a world is locked. A world that a child has started stays open whatever the pack requires later (gap 50). */
export function worldAccessRule(learner: Learner, world: World): AccessRule | null {
  const { tasks, prerequisites } = getWorldStructure(learner.content, world);
  if (tasks.some(({ id }) => learner.tasks.has(id))) return null;
  if (world.opens_at !== null && world.opens_at > learner.now) {
    return { reason: 'not_started_yet', unlocks_at: world.opens_at };
  }
  const missing = prerequisites.filter((other) => !isWorldPassed(learner, other));
  return requirementRule(learner, world.required_level, missing);
}

export function locationAccessRule(learner: Learner, location: Location): AccessRule | null {
  if (location.task_ids.some((id) => learner.tasks.has(id))) return null;
  const world = learner.content.worlds.get(location.world_id);
  const worldRule = world ? worldAccessRule(learner, world) : null;
  if (worldRule) return worldRule;
  const { prerequisites } = getLocationStructure(learner.content, location);
  const missing = prerequisites.filter((other) => !isReadyToMoveOn(learner, other));
  return requirementRule(learner, location.required_level, missing);
}

/** A task is open as soon as its location is. */
export function taskAccessRule(learner: Learner, task: Task): AccessRule | null {
  const location = learner.content.locations.get(task.location_id);
  return location ? locationAccessRule(learner, location) : null;
}

function requirementRule(
  { level }: Learner,
  requiredLevel: number | null,
  missing: readonly (World | Location)[],
): AccessRule | null {
  if (missing.length > 0) return { reason: 'prerequisite', missing };
  if (requiredLevel !== null && level < requiredLevel) return { reason: 'level', required_level: requiredLevel };
  return null;
}

/** A submitted task is enough to move on: a child does not have to wait for a review (gap 51). */
function isReadyToMoveOn(learner: Learner, location: Location): boolean {
  if (learner.locations.has(location.id)) return true;
  return location.task_ids.every((id) => DONE_OR_SUBMITTED.has(learner.tasks.get(id)?.status ?? 'in_progress'));
}

const DONE_OR_SUBMITTED: ReadonlySet<TaskState['status']> = new Set([
  'completed',
  'pending_review',
  'changes_requested',
]);

function isWorldPassed(learner: Learner, world: World): boolean {
  if (learner.worlds.has(world.id)) return true;
  const { required } = getWorldStructure(learner.content, world);
  return required.every((location) => isReadyToMoveOn(learner, location));
}

/** Locations and worlds, by id. */
export interface PlaceIds {
  readonly location_ids: string[];
  readonly world_ids: string[];
}

/** The locations and worlds that a child may enter. */
export function listOpenPlaces(learner: Learner): PlaceIds {
  return listOpen(learner, [...learner.content.worlds.values()]);
}

/**
 * What a child may enter after the change of a task and could not enter before. `location` is that of the task, undefined if
 * the packs no longer contain it.
 */
export function listNewlyOpen(before: Learner, after: Learner, location: Location | undefined): PlaceIds {
  const candidates = listUnlockableWorlds(before, after, location);
  const openBefore = listOpen(before, candidates);
  const openAfter = listOpen(after, candidates);
  return {
    location_ids: openAfter.location_ids.filter((id) => !openBefore.location_ids.includes(id)),
    world_ids: openAfter.world_ids.filter((id) => !openBefore.world_ids.includes(id)),
  };
}

/**
 * The worlds in which a change can unlock anything. A new level may unlock places anywhere. Otherwise something opens only
 * when the location becomes ready to move on from, in its own world or in a world that requires that world.
 */
function listUnlockableWorlds(before: Learner, after: Learner, location: Location | undefined): readonly World[] {
  const { content } = after;
  if (before.level !== after.level) return [...content.worlds.values()];
  if (!location || isReadyToMoveOn(before, location) === isReadyToMoveOn(after, location)) return [];
  return getWorldStructure(content, { id: location.world_id }).unlockable;
}

function listOpen(learner: Learner, worlds: readonly World[]): PlaceIds {
  return {
    location_ids: worlds
      .flatMap((world) => getWorldStructure(learner.content, world).locations)
      .filter((location) => !locationAccessRule(learner, location))
      .map(({ id }) => id),
    world_ids: worlds.filter((world) => !worldAccessRule(learner, world)).map(({ id }) => id),
  };
}
