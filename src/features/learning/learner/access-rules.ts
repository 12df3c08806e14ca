import type { Location, Task, World } from '../../../content/index.ts';
import type { Instant } from '../../../core/time/instant.ts';
import { type Learner, pickById, requiredLocations, tasksOfWorld } from './learner.ts';
import type { TaskState } from './learner-store.ts';

/** Why a place is locked: the first reason that applies, with everything that it requires. */
export type AccessRule =
  | { readonly reason: 'not_started_yet'; readonly unlocks_at: Instant }
  | { readonly reason: 'level'; readonly required_level: number }
  | { readonly reason: 'prerequisite'; readonly missing: readonly (World | Location)[] };

/** The reason why a world is locked. A world that a child has started stays open whatever the pack requires later (gap 50). */
export function worldAccessRule(learner: Learner, world: World): AccessRule | null {
  if (tasksOfWorld(learner, world).some(({ id }) => learner.tasks.has(id))) return null;
  if (world.opens_at !== null && world.opens_at > learner.now) {
    return { reason: 'not_started_yet', unlocks_at: world.opens_at };
  }
  const missing = pickById(learner.content.worlds, world.prerequisite_ids).filter(
    (other) => !isWorldPassed(learner, other),
  );
  return requirementRule(learner, world.required_level, missing);
}

export function locationAccessRule(learner: Learner, location: Location): AccessRule | null {
  if (location.task_ids.some((id) => learner.tasks.has(id))) return null;
  const world = learner.content.worlds.get(location.world_id);
  const worldRule = world ? worldAccessRule(learner, world) : null;
  if (worldRule) return worldRule;
  const required = pickById(learner.content.locations, location.prerequisite_ids);
  const missing = required.filter((other) => !isReadyToMoveOn(learner, other));
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
  return requiredLocations(learner, world).every((location) => isReadyToMoveOn(learner, location));
}

/** The locations and worlds that a child may enter. */
export function listOpenPlaces(learner: Learner): { location_ids: string[]; world_ids: string[] } {
  const { locations, worlds } = learner.content;
  return {
    location_ids: [...locations.values()]
      .filter((location) => !locationAccessRule(learner, location))
      .map(({ id }) => id),
    world_ids: [...worlds.values()].filter((world) => !worldAccessRule(learner, world)).map(({ id }) => id),
  };
}
