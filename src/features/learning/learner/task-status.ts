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
import { isOffered } from './reading.ts';
import { createRelatedFilter, findRepairStep, isFailedRepeatedly, toRepairId } from './repair.ts';
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

/**
 * The id of the task to suggest after `task`: the first one that the child may do and has not done, from the rest of its location, then
 * the whole location, its world and all worlds. Never a quiz that the child has failed twice, but what leads back to it: a lesson that
 * the child has not done, its repair, or else, directly after it, an easier quiz (gap 205).
 */
export function suggestNextTask(learner: Learner, task: Task): string | undefined {
  const easierId = isFailedRepeatedly(learner, task) ? suggestEasierTask(learner, task) : undefined;
  if (easierId) return easierId;
  for (const candidate of listCandidates(learner.content, task)) {
    if (candidate.id === task.id || !isOffered(learner, candidate)) continue;
    if (!SUGGESTED_STATUSES.has(computeTaskProgress(learner, candidate).status)) continue;
    if (!isFailedRepeatedly(learner, candidate)) return candidate.id;
    if (findRepairStep(learner, candidate) && toRepairId(candidate.id) !== task.id) return toRepairId(candidate.id);
  }
  return undefined;
}

/**
 * A lesson of the same world about the skills of a quiz, or about those that they require, that the child has not done; then the repair
 * of the quiz; then an easier quiz, or a lesson to repeat.
 */
function suggestEasierTask(learner: Learner, quiz: Task): string | undefined {
  const { content } = learner;
  if (!content.worlds.has(quiz.world_id)) return undefined; // the daily practice is in no world
  const isRelated = createRelatedFilter(learner, quiz);
  const related = getWorldStructure(content, { id: quiz.world_id }).tasks.filter(
    (task) => isRelated(task) && isOffered(learner, task) && computeTaskProgress(learner, task).status !== 'locked',
  );
  const isOpen = ({ id }: Task) => !isCompleted(learner.taskStates.get(id));
  const lessons = related.filter(({ kind }) => kind === 'lesson');
  const newLesson = lessons.find(isOpen);
  if (newLesson) return newLesson.id;
  if (isOffered(learner, quiz) && findRepairStep(learner, quiz)) return toRepairId(quiz.id);
  const easierQuizzes = related.filter(
    (task) => task.kind === 'quiz' && task.difficulty < quiz.difficulty && !isFailedRepeatedly(learner, task),
  );
  return (easierQuizzes.find(isOpen) ?? lessons[0] ?? easierQuizzes[0])?.id;
}

/** The tasks in the order in which they are suggested. A task can occur more than once. */
function* listCandidates(content: Learner['content'], { location_id, world_id, order_index }: Task): Iterable<Task> {
  if (content.locations.has(location_id)) {
    const { tasks } = getLocationStructure(content, { id: location_id });
    yield* tasks.filter((laterTask) => laterTask.order_index > order_index);
    yield* tasks;
    yield* getWorldStructure(content, { id: world_id }).tasks;
  }
  for (const world of content.worlds.values()) yield* getWorldStructure(content, world).tasks;
}

const SUGGESTED_STATUSES: ReadonlySet<TaskStatus> = new Set(['available', 'in_progress', 'changes_requested']);

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
