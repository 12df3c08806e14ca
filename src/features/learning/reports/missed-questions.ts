import { type AnswerKey, type Content, type Item, localize } from '../../../content/index.ts';
import type { Context } from '../../../platform/context.ts';
import { buildAttemptTask } from '../attempts/drawn-items.ts';
import { listMissedItemsBetween, type MissedItem, type MissedItemsQuery } from './learning-reports-store.ts';

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

/** The maximum length of a question, in characters. Longer questions are not suitable for a conversation. */
const MAX_QUESTION_LENGTH = 140;

/** The questions that a child missed in a period, the most often missed first, in the language of `locale`. */
export async function listMissedQuestions(
  ctx: Context,
  profileId: string,
  { since, until, limit }: MissedItemsQuery,
  locale: string,
): Promise<string[]> {
  // More than `limit`, because removed, repeated and long questions are left out.
  const missedItems = await listMissedItemsBetween(ctx, profileId, { since, until, limit: 10 * limit });
  const questions = missedItems.flatMap((missedItem) => {
    const found = findMissedItem(ctx.content.current, missedItem, locale);
    return found ? [localize(found.item.prompt, locale).text] : []; // the packs may no longer contain the item
  });
  return [...new Set(questions)].filter((text) => text.length <= MAX_QUESTION_LENGTH).slice(0, limit);
}
