import type { AnswerKey, Content, Item } from '../../../content/index.ts';
import { buildAttemptTask } from '../attempts/drawn-items.ts';
import type { MissedItem } from './learning-reports-store.ts';

/**
 * Finds an item that a child missed, as it was shown when the child last missed it, with its answer key. Returns undefined
 * when the packs no longer contain the item.
 */
export function findMissedItem(
  content: Content,
  { task_id, item_id, last_missed_draw }: Pick<MissedItem, 'task_id' | 'item_id' | 'last_missed_draw'>,
  locale: string,
): { readonly item: Item; readonly key: AnswerKey | undefined } | undefined {
  const task = content.tasks.get(task_id);
  if (!task) return undefined;
  const draws = last_missed_draw === null ? {} : { [item_id]: JSON.parse(last_missed_draw) };
  const attemptTask = buildAttemptTask(content, task, draws, locale);
  const item = attemptTask.task.items.find(({ id }) => id === item_id);
  return item && { item, key: attemptTask.itemKeys.get(item_id) };
}
