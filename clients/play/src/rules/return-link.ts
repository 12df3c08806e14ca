import type { TaskDetail } from '../../../typescript/src/index.ts';

type TaskOfWorld = Pick<TaskDetail, 'world_id'>;

/** Whether a task is a daily practice, which belongs to no world of the map. */
export function isDailyPractice({ world_id }: TaskOfWorld): boolean {
  return world_id === 'practice';
}

/** The screen to which a child returns from a task: the map of its world or, for the daily practice, the home screen. */
export function getReturnLink(task: TaskOfWorld) {
  return isDailyPractice(task)
    ? ({ path: '/play/home', labelKey: 'world.back' } as const)
    : ({ path: `/play/world/${task.world_id}`, labelKey: 'result.back' } as const);
}
