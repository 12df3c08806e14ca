interface TaskPlace {
  readonly world_id: string;
}

/** Whether a task is a daily practice, which belongs to no world of the map. */
export function isDailyPractice({ world_id }: TaskPlace): boolean {
  return world_id === 'practice';
}

/** The screen to which a child returns from a task: the map of its world or, for the daily practice, the home screen. */
export function getReturnLink(task: TaskPlace) {
  return isDailyPractice(task)
    ? ({ path: '/play/home', label: 'world.back' } as const)
    : ({ path: `/play/world/${task.world_id}`, label: 'result.back' } as const);
}
