import type { Item, Task } from '../../../content/index.ts';
import type { Attempt } from '../attempts/attempts-store.ts';
import type { GradedItem } from '../learner/learner-store.ts';
import type { FirstAnswer } from './update-memories.ts';

/** The subjects of the memories that an attempt at a task may change: its skills and its items. */
export function listSubjects({ id, skills, items }: Task): string[] {
  return [...skills, ...items.map((item) => toItemSubject(id, item.id))];
}

export function toItemSubject(taskId: string, itemId: string): string {
  return `${taskId}/${itemId}`;
}

/** What the graded items of an attempt tell about the child's memory. An item without an answer tells nothing. */
export function listFirstAnswers(
  { id, skills, difficulty, items }: Task,
  { hints }: Pick<Attempt, 'hints'>,
  gradedItems: readonly GradedItem[],
): FirstAnswer[] {
  return items.flatMap((item) => {
    const graded = gradedItems.find(({ item_id }) => item_id === item.id);
    if (!graded || (graded.first ?? graded).response === undefined) return [];
    const { score } = graded.first ?? graded;
    const answer = { skills, item: toItemSubject(id, item.id), difficulty, guess: computeGuessChance(item) };
    return [{ ...answer, score: hints[item.id] ? score / 2 : score }];
  });
}

function computeGuessChance(item: Item): number {
  return item.kind === 'single_choice' || item.kind === 'true_false' ? 1 / item.options.length : 0;
}
