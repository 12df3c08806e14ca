import {
  getLocationStructure,
  getWorldStructure,
  type Location,
  type Task,
  type World,
} from '../../../content/index.ts';
import type { Instant } from '../../../core/time/instant.ts';
import { type ContentLock, findLocationLock, findTaskLock, findWorldLock } from './content-locks.ts';
import type { Learner } from './learner.ts';
import type { TaskState } from './learner-store.ts';
import { computeMaxXp, LOCATION_XP, MAX_STARS, WORLD_XP } from './rewards.ts';

// The status of a world, location or task for a child is derived from task states and the packs. It is never stored.

export const PLACE_STATUSES = ['locked', 'available', 'in_progress', 'completed'] as const;
export const TASK_STATUSES = [
  'locked',
  'available',
  'in_progress',
  'pending_review',
  'changes_requested',
  'completed',
] as const;
type PlaceStatus = (typeof PLACE_STATUSES)[number];
type TaskStatus = (typeof TASK_STATUSES)[number];

/**
 * Whether the child has completed all tasks that a location has now. This can be false for a completed location, because it
 * stays completed when a pack adds tasks.
 */
export function hasCompletedAllTasks(learner: Learner, location: Location): boolean {
  return location.task_ids.every((id) => isCompleted(learner.taskStates.get(id)));
}

export function hasCompletedRequiredLocations(learner: Learner, world: World): boolean {
  return getWorldStructure(learner.content, world).requiredLocations.every(({ id }) =>
    learner.completedLocations.has(id),
  );
}

export function computeWorldProgress(learner: Learner, world: World) {
  const structure = getWorldStructure(learner.content, world);
  const { locations, tasks, requiredTaskIds } = structure;
  const states = listTaskStates(learner, tasks);
  const completedWorld = learner.completedWorlds.get(world.id);
  const completedLocations = locations.flatMap(({ id }) => learner.completedLocations.get(id) ?? []);
  const completedRequiredStates = states.filter((state) => isCompleted(state) && requiredTaskIds.has(state.task_id));
  return {
    ...computePlaceProgress(states, tasks.length, completedWorld?.completed_at ?? null, () =>
      findWorldLock(learner, world),
    ),
    progress_percent: completedWorld ? 100 : computePercent(completedRequiredStates.length, requiredTaskIds.size),
    locations_total: locations.length,
    locations_completed: completedLocations.length,
    xp_available: computeAvailableXp(structure),
    xp_earned:
      sum([...states, ...completedLocations].map(({ xp_earned }) => xp_earned)) + (completedWorld?.xp_earned ?? 0),
    started_at: states.map(({ started_at }) => started_at).sort()[0] ?? null,
  };
}

type WorldStructure = ReturnType<typeof getWorldStructure>;
const availableXpByStructure = new WeakMap<WorldStructure, number>();

/** The maximum XP of a world. It is computed once, because it stays the same until the packs are reloaded. */
function computeAvailableXp(structure: WorldStructure): number {
  const cachedXp = availableXpByStructure.get(structure);
  if (cachedXp !== undefined) return cachedXp;
  const xp = sum(structure.tasks.map(computeMaxXp)) + structure.locations.length * LOCATION_XP + WORLD_XP;
  availableXpByStructure.set(structure, xp);
  return xp;
}

export function computeLocationProgress(learner: Learner, location: Location) {
  const { tasks } = getLocationStructure(learner.content, location);
  const states = listTaskStates(learner, tasks);
  const completed_at = learner.completedLocations.get(location.id)?.completed_at ?? null;
  return {
    ...computePlaceProgress(states, tasks.length, completed_at, () => findLocationLock(learner, location)),
    stars_earned: sum(states.map(({ stars_best }) => stars_best)),
    stars_total: tasks.length * MAX_STARS,
  };
}

/** Computes the progress in a place from the states of its tasks that the child has started. */
function computePlaceProgress(
  states: readonly TaskState[],
  tasks_total: number,
  completed_at: Instant | null,
  findLock: () => ContentLock | null,
) {
  const tasks_completed = states.filter(isCompleted).length;
  const isStarted = states.length > 0;
  const lock = completed_at || isStarted ? null : findLock();
  const getStatus = (): PlaceStatus => {
    if (completed_at) return 'completed';
    if (lock) return 'locked';
    return isStarted ? 'in_progress' : 'available';
  };
  return {
    status: getStatus(),
    lock,
    tasks_total,
    tasks_completed,
    progress_percent: completed_at ? 100 : computePercent(tasks_completed, tasks_total),
    completed_at,
  };
}

export function computeTaskProgress(learner: Learner, task: Task) {
  const state = learner.taskStates.get(task.id);
  const lock = state ? null : findTaskLock(learner, task);
  const status: TaskStatus = state?.status ?? (lock ? 'locked' : 'available');
  return { status, lock, stars_best: state?.stars_best ?? 0, attempts_count: state?.attempts_count ?? 0 };
}

/** The states of the tasks that the child has started. */
function listTaskStates(learner: Learner, tasks: readonly Task[]): TaskState[] {
  const states: TaskState[] = [];
  for (const { id } of tasks) {
    const state = learner.taskStates.get(id);
    if (state) states.push(state);
  }
  return states;
}

function isCompleted(state: TaskState | undefined): boolean {
  return state?.status === 'completed';
}

function computePercent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((100 * part) / whole);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
