import type { Item, Task } from '../../../content/index.ts';
import type { Attempt, ItemSource } from '../attempts/attempts-store.ts';
import { countAnswers } from '../grading/grade-item.ts';
import type { GradedItem } from '../learner/learner-store.ts';
import type { FirstAnswer } from './update-memories.ts';

/** Lists the subjects of the memories that an attempt can change: the skills of its items, and the items. The list can be empty. */
export function listMemorySubjects(sources: ReadonlyMap<string, ItemSource>): string[] {
  const allSources = [...sources.values()];
  const skills = new Set(allSources.flatMap(({ task }) => task.skills));
  return [...skills, ...allSources.map(({ task, item_id }) => toItemSubject(task.id, item_id))];
}

/** The subject of the memory of an item. */
export function toItemSubject(taskId: string, itemId: string): string {
  return `${taskId}/${itemId}`;
}

/** Lists the child's first answers to the graded items of an attempt. Items without an answer are left out. */
export function listFirstAnswers(
  sources: ReadonlyMap<string, ItemSource>,
  { items }: Task,
  { hints }: Pick<Attempt, 'hints'>,
  gradedItems: readonly GradedItem[],
): FirstAnswer[] {
  return items.flatMap((item) => {
    const source = sources.get(item.id);
    const gradedItem = gradedItems.find(({ item_id }) => item_id === item.id);
    const { response, score = 0 } = gradedItem?.first ?? gradedItem ?? {};
    if (!source || response === undefined) return [];
    const { id, skills, difficulty } = source.task;
    const itemSubject = toItemSubject(id, source.item_id);
    const guessChance = computeGuessChance(item);
    return [{ skills, itemSubject, difficulty, guessChance, score: hints[item.id] ? score / 2 : score }];
  });
}

/** The probability of guessing the correct answer to an item, 0 to 1. */
export function computeGuessChance(item: Item): number {
  return 1 / countAnswers(item);
}
