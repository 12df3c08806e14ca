import type { TaskDetail } from '../../../typescript/src/index.ts';

/** The `world_id` of the daily practice, which is not the id of a world. */
const PRACTICE_WORLD_ID = 'practice';

type TaskOfWorld = Pick<TaskDetail, 'world_id'>;

/** Whether a task is a daily practice. */
export function isDailyPractice({ world_id }: TaskOfWorld): boolean {
  return world_id === PRACTICE_WORLD_ID;
}

/** The link to the screen to which a child returns from a task: the map of its world or, after the daily practice, the home screen. */
export function getReturnLink(task: TaskOfWorld) {
  return isDailyPractice(task)
    ? ({ path: '/play/home', labelKey: 'world.back' } as const)
    : ({ path: `/play/world/${task.world_id}`, labelKey: 'result.back' } as const);
}
