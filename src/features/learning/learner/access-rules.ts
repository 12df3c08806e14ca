import type { Instant } from '../../../core/instant.ts';
import type { Location, Task, World } from '../../content/index.ts';
import type { Learner } from './learner.ts';
import type { TaskState } from './learner-store.ts';
import { pickById, requiredLocations, tasksOfWorld } from './places.ts';

/** Why a place is closed: the first reason in this order, and all that it wants. */
export type AccessRule =
  | { readonly reason: 'not_started_yet'; readonly unlocks_at: Instant }
  | { readonly reason: 'level'; readonly required_level: number }
  | { readonly reason: 'prerequisite'; readonly missing: readonly (World | Location)[] };

/** What a child has begun in stays open, whatever the pack asks for later (gap 50). */
export function worldAccessRule(learner: Learner, world: World): AccessRule | null {
  if (tasksOfWorld(learner, world).some(({ id }) => learner.tasks.has(id))) return null;
  if (world.opens_at !== null && world.opens_at > learner.now) {
    return { reason: 'not_started_yet', unlocks_at: world.opens_at };
  }
  const missing = pickById(learner.content.worlds, world.prerequisite_ids).filter((one) => !isPassed(learner, one));
  return lockOf(learner, world.required_level, missing);
}

export function locationAccessRule(learner: Learner, location: Location): AccessRule | null {
  if (location.task_ids.some((id) => learner.tasks.has(id))) return null;
  const world = learner.content.worlds.get(location.world_id);
  const around = world ? worldAccessRule(learner, world) : null;
  if (around) return around;
  const before = pickById(learner.content.locations, location.prerequisite_ids);
  const missing = before.filter((one) => !isTravelled(learner, one));
  return lockOf(learner, location.required_level, missing);
}

/** A task is open as soon as its location is. */
export function taskAccessRule(learner: Learner, task: Task): AccessRule | null {
  const location = learner.content.locations.get(task.location_id);
  return location ? locationAccessRule(learner, location) : null;
}

function lockOf(
  { level }: Learner,
  required: number | null,
  missing: readonly (World | Location)[],
): AccessRule | null {
  if (missing.length > 0) return { reason: 'prerequisite', missing };
  if (required !== null && level < required) return { reason: 'level', required_level: required };
  return null;
}

/** Handed in is good enough to travel on: no child waits for a grown-up (gap 51). */
function isTravelled(learner: Learner, location: Location): boolean {
  if (learner.locations.has(location.id)) return true;
  return location.task_ids.every((id) => HANDED_IN.has(learner.tasks.get(id)?.status ?? 'in_progress'));
}

const HANDED_IN: ReadonlySet<TaskState['status']> = new Set(['completed', 'pending_review', 'changes_requested']);

function isPassed(learner: Learner, world: World): boolean {
  if (learner.worlds.has(world.id)) return true;
  return requiredLocations(learner, world).every((location) => isTravelled(learner, location));
}

/** Locations and worlds that a child may enter, to be compared before and after. */
export function listOpenPlaces(learner: Learner): { location_ids: string[]; world_ids: string[] } {
  const { locations, worlds } = learner.content;
  return {
    location_ids: [...locations.values()].filter((one) => !locationAccessRule(learner, one)).map(({ id }) => id),
    world_ids: [...worlds.values()].filter((one) => !worldAccessRule(learner, one)).map(({ id }) => id),
  };
}
