import {
  type Content,
  getLocationStructure,
  getWorldStructure,
  hasLanguage,
  type Task,
} from '../../../content/index.ts';
import { listOpenLocations } from './content-locks.ts';
import type { Learner } from './learner.ts';
import { isOffered } from './reading.ts';

/** All tasks of the worlds that are in the child's language, in display order. If no world is, all worlds count, in their first language. */
export function listTasksInLanguage(content: Content, locale: string): Task[] {
  return listWorldsInLanguage(content, locale).flatMap((world) => getWorldStructure(content, world).tasks);
}

/** The tasks of `listTasksInLanguage` that are not locked and may be offered to the child. */
export function listOpenTasks(learner: Learner, locale: string): Task[] {
  const { content } = learner;
  return listWorldsInLanguage(content, locale)
    .flatMap((world) => listOpenLocations(learner, world))
    .flatMap((location) => getLocationStructure(content, location).tasks)
    .filter((task) => isOffered(learner, task));
}

function listWorldsInLanguage({ worlds }: Content, locale: string) {
  const allWorlds = [...worlds.values()];
  const worldsInLanguage = allWorlds.filter(({ languages }) => hasLanguage(languages, locale));
  return worldsInLanguage.length > 0 ? worldsInLanguage : allWorlds;
}
