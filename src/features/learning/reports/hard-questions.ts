import type { Instant } from '../../../core/instant.ts';
import type { Context } from '../../../platform/context.ts';
import { localize } from '../../content/index.ts';
import { listMissedItemsBetween } from './missed-items-store.ts';

/** Questions beyond this are no talk at the table. */
const LONGEST = 140;

/** What a child found hard in a span of time, as the questions stand in `tag`'s language, the most-missed first. */
export async function listHardQuestions(
  ctx: Context,
  profileId: string,
  span: { since: Instant; until: Instant },
  locale: string,
  most: number,
): Promise<string[]> {
  const missed = await listMissedItemsBetween(ctx.db, profileId, { ...span, limit: 10 * most });
  const questions = missed.flatMap(({ task_id, item_id }) => {
    const item = ctx.content.current.tasks.get(task_id)?.items.find(({ id }) => id === item_id);
    return item ? [localize(item.prompt, locale).text] : []; // a pack may have lost it
  });
  return [...new Set(questions)].filter((text) => text.length <= LONGEST).slice(0, most);
}
