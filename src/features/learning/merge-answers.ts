import type { Task } from '../content/index.ts';
import { fits, tidied } from './grade.ts';
import type { SavedAnswer } from './store.ts';

/**
 * What was saved with what is given now, in the order of the task; null or undefined takes an answer back. A pack may
 * have changed since something was saved: what no longer fits is left out.
 */
export function mergedAnswers(
  { items }: Task,
  saved: readonly SavedAnswer[],
  given: ReadonlyMap<string, unknown>,
): SavedAnswer[] {
  const before = new Map(saved.map(({ item_id, response }) => [item_id, response]));
  return items.flatMap((item) => {
    const response = given.has(item.id) ? given.get(item.id) : before.get(item.id);
    const isKept = response !== undefined && response !== null && fits(item, response);
    return isKept ? [{ item_id: item.id, response: tidied(item, response) }] : [];
  });
}
