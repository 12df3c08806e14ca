import type { Location, Task, World } from '../../../content/index.ts';
import type { Learner } from './learner.ts';

export function tasksOfWorld({ content }: Learner, world: World): Task[] {
  return pickById(content.locations, world.location_ids).flatMap(({ task_ids }) => pickById(content.tasks, task_ids));
}

export function requiredLocations({ content }: Learner, world: World): Location[] {
  return pickById(content.locations, world.location_ids).filter(({ optional }) => !optional);
}

export function pickById<T>(all: ReadonlyMap<string, T>, ids: readonly string[]): T[] {
  return ids.flatMap((id) => all.get(id) ?? []);
}
