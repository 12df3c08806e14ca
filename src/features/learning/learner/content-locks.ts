import {
  type Content,
  getLocationStructure,
  getWorldStructure,
  hasLanguage,
  type Location,
  type Task,
  type World,
} from '../../../content/index.ts';
import type { Instant } from '../../../core/time/instant.ts';
import { isOffered, type Learner } from './learner.ts';
import type { TaskState } from './learner-store.ts';

/** Why a world, location or task is locked: the first reason that applies, with its requirement. */
export type ContentLock =
  | { readonly reason: 'not_started_yet'; readonly unlocks_at: Instant }
  | { readonly reason: 'level'; readonly required_level: number }
  | { readonly reason: 'prerequisite'; readonly missing: readonly (World | Location)[] };

/**
 * The reason why a world is locked, or null when it is open. A world that a child has started stays open, even if the pack
 * requires more later (gap 50). A placement can open a location, and its world, in place of the way there (decision 0089).
 */
export function findWorldLock(learner: Learner, world: World, isStarted?: boolean): ContentLock | null {
  const { tasks, prerequisites } = getWorldStructure(learner.content, world);
  if (isStarted ?? tasks.some(({ id }) => learner.taskStates.has(id))) return null;
  if (world.opens_at !== null && world.opens_at > learner.now) {
    return { reason: 'not_started_yet', unlocks_at: world.opens_at };
  }
  const isOpened = world.location_ids.some((id) => learner.openedLocations.has(id));
  const missing = isOpened ? [] : prerequisites.filter((requiredWorld) => !canMoveOnFromWorld(learner, requiredWorld));
  return findRequirementLock(learner, world.required_level, missing);
}

export function findLocationLock(learner: Learner, location: Location): ContentLock | null {
  const world = learner.content.worlds.get(location.world_id);
  const worldLock = world ? findWorldLock(learner, world) : null;
  return worldLock ?? findLockInWorld(learner, location);
}

/** The reason why a location of an open world is locked. */
function findLockInWorld(learner: Learner, location: Location, isStarted?: boolean): ContentLock | null {
  if (isStarted ?? location.task_ids.some((id) => learner.taskStates.has(id))) return null;
  if (learner.openedLocations.has(location.id)) return findRequirementLock(learner, location.required_level, []);
  const { prerequisites } = getLocationStructure(learner.content, location);
  const missing = prerequisites.filter((requiredLocation) => !canMoveOnFromLocation(learner, requiredLocation));
  return findRequirementLock(learner, location.required_level, missing);
}

/** The locations of these worlds that a child may enter. */
function listOpenLocations(learner: Learner, worlds: readonly World[]): Location[] {
  const started = listStartedPlaces(learner);
  return worlds
    .filter((world) => !findWorldLock(learner, world, started.has(world.id)))
    .flatMap((world) =>
      getWorldStructure(learner.content, world).locations.filter(
        (location) => !findLockInWorld(learner, location, started.has(location)),
      ),
    );
}

/** The locations in which a child has started a task, and the ids of their worlds: it has mostly started less than there is. */
function listStartedPlaces({ taskStates, content }: Learner): ReadonlySet<Location | string> {
  const places = new Set<Location | string>();
  for (const id of taskStates.keys()) {
    const location = content.locations.get(content.tasks.get(id)?.location_id ?? '');
    if (location?.task_ids.includes(id)) places.add(location).add(location.world_id); // other rounds belong to no location
  }
  return places;
}

/** A task is open as soon as its location is. */
export function findTaskLock(learner: Learner, task: Task): ContentLock | null {
  const location = learner.content.locations.get(task.location_id);
  return location ? findLocationLock(learner, location) : null;
}

function findRequirementLock(
  { level }: Learner,
  requiredLevel: number | null,
  missing: readonly (World | Location)[],
): ContentLock | null {
  if (missing.length > 0) return { reason: 'prerequisite', missing };
  if (requiredLevel !== null && level < requiredLevel) return { reason: 'level', required_level: requiredLevel };
  return null;
}

/**
 * Whether a location that is a prerequisite counts as done. A submitted task is enough, so that no child has to wait for a
 * review (gap 51). Tasks that are not for pre-readers never stand in the way of a child who does not read (gap 209).
 */
export function canMoveOnFromLocation(learner: Learner, location: Location): boolean {
  if (learner.completedLocations.has(location.id)) return true;
  return location.task_ids.every((id) => {
    const state = learner.taskStates.get(id);
    if (state !== undefined && DONE_OR_SUBMITTED.has(state.status)) return true;
    const task = learner.content.tasks.get(id);
    return task !== undefined && !isOffered(learner, task);
  });
}

const DONE_OR_SUBMITTED: ReadonlySet<TaskState['status']> = new Set([
  'completed',
  'pending_review',
  'changes_requested',
]);

function canMoveOnFromWorld(learner: Learner, world: World): boolean {
  if (learner.completedWorlds.has(world.id)) return true;
  const { requiredLocations } = getWorldStructure(learner.content, world);
  return requiredLocations.every((location) => canMoveOnFromLocation(learner, location));
}

/** The ids of locations and worlds. */
export interface PlaceIds {
  readonly location_ids: string[];
  readonly world_ids: string[];
}

/**
 * The locations and worlds that a child may enter after a change to a task, but could not enter before. `location` is the
 * location of the task; undefined for a daily practice, or if the packs no longer contain it.
 */
export function listNewlyOpenPlaces(
  learnerBefore: Learner,
  learnerAfter: Learner,
  location: Location | undefined,
): PlaceIds {
  const affectedWorlds = listUnlockableWorlds(learnerBefore, learnerAfter, location);
  const openBefore = listOpenPlaces(learnerBefore, affectedWorlds);
  const openAfter = listOpenPlaces(learnerAfter, affectedWorlds);
  return {
    location_ids: openAfter.location_ids.filter((id) => !openBefore.location_ids.includes(id)),
    world_ids: openAfter.world_ids.filter((id) => !openBefore.world_ids.includes(id)),
  };
}

/**
 * The worlds in which a change to a task can unlock places, in display order: those with something that requires a level that was reached
 * now and, if the location now counts as done, its world and the worlds that require its world.
 */
function listUnlockableWorlds(
  learnerBefore: Learner,
  learnerAfter: Learner,
  location: Location | undefined,
): readonly World[] {
  const { content } = learnerAfter;
  const isDone =
    location && canMoveOnFromLocation(learnerBefore, location) !== canMoveOnFromLocation(learnerAfter, location);
  const byPath = isDone ? getWorldStructure(content, { id: location.world_id }).unlockableWorlds : [];
  if (learnerBefore.level === learnerAfter.level) return byPath;
  const isReached = ({ required_level }: World | Location) =>
    required_level !== null && required_level > learnerBefore.level && required_level <= learnerAfter.level;
  return [...content.worlds.values()].filter(
    (world) =>
      byPath.includes(world) || isReached(world) || getWorldStructure(content, world).locations.some(isReached),
  );
}

/** The locations of these worlds, and those of the worlds, that a child may enter. */
export function listOpenPlaces(learner: Learner, worlds: readonly World[]): PlaceIds {
  return {
    location_ids: listOpenLocations(learner, worlds).map(({ id }) => id),
    world_ids: worlds.filter((world) => !findWorldLock(learner, world)).map(({ id }) => id),
  };
}

/** The locations of the worlds that are in the child's language, in display order. If no world is, all worlds count, in their first language. */
export function listLocationsInLanguage(content: Content, locale: string): Location[] {
  return listWorldsInLanguage(content, locale).flatMap((world) => getWorldStructure(content, world).locations);
}

/** The locations of `listLocationsInLanguage` that a child may enter. */
export function listOpenLocationsInLanguage(learner: Learner, locale: string): Location[] {
  return listOpenLocations(learner, listWorldsInLanguage(learner.content, locale));
}

/** The tasks of these locations that may be offered to the child. */
export function listOfferedTasks(learner: Learner, locations: readonly Location[]): Task[] {
  return locations
    .flatMap((location) => getLocationStructure(learner.content, location).tasks)
    .filter((task) => isOffered(learner, task));
}

/** The tasks that are not locked and may be offered to the child, in display order. */
export function listOpenTasks(learner: Learner, locale: string): Task[] {
  return listOfferedTasks(learner, listOpenLocationsInLanguage(learner, locale));
}

function listWorldsInLanguage({ worlds }: Content, locale: string) {
  const allWorlds = [...worlds.values()];
  const worldsInLanguage = allWorlds.filter(({ languages }) => hasLanguage(languages, locale));
  return worldsInLanguage.length > 0 ? worldsInLanguage : allWorlds;
}
