import type { TaskDetail } from '../../../typescript/src/index.ts';
import { isPlacement } from './placement.ts';

/** The `world_id` of the daily practice, which is not the id of a world. */
const PRACTICE_WORLD_ID = 'practice';

/** Whether a task is a daily practice. */
export function isDailyPractice({ world_id }: Pick<TaskDetail, 'world_id'>): boolean {
  return world_id === PRACTICE_WORLD_ID;
}

/**
 * The link to the screen to which a child returns from a task: the map of its world or, after a task that belongs to no world, the home screen.
 */
export function getReturnLink(task: Pick<TaskDetail, 'id' | 'world_id'>) {
  return isDailyPractice(task) || isPlacement(task)
    ? ({ path: '/play/home', labelKey: 'world.back' } as const)
    : ({ path: `/play/world/${task.world_id}`, labelKey: 'result.back' } as const);
}
