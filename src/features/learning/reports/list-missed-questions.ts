import { localize } from '../../../content/index.ts';
import type { Context } from '../../../platform/context.ts';
import { findMissedItem } from './find-missed-item.ts';
import { listMissedItemsBetween, type MissedItemsQuery } from './learning-reports-store.ts';

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
