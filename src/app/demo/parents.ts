import { listPendingSubmissions, reviewSubmission } from '../../features/learning/index.ts';
import { reviewTodo } from '../../features/todos/index.ts';
import type { Context } from '../../platform/context.ts';
import type { DemoFamily } from './family.ts';
import { DEMO_TEXTS, PRAISE_STICKERS } from './texts.ts';

/**
 * The number of days at the end of the demo on which the parents review nothing, so that the parents' panel has pending approvals to show.
 */
export const DAYS_WITHOUT_REVIEW = 6;
const FIRST_PAGE = { page: 1, per_page: 100 };

/** Simulates the reviews of an evening: approvals with feedback and a sticker, and sometimes a request for changes. */
export async function simulateReviews(
  ctx: Context,
  { children, firstParent, secondParent }: DemoFamily,
  randomInt: (below: number) => number,
  daysLeft: number,
) {
  if (daysLeft <= DAYS_WITHOUT_REVIEW || randomInt(4) === 0) return;
  for (const { client, language } of children) {
    const pendingTodos = (await client.call('GET', '/app/todos?status=awaiting_approval&limit=100')) as {
      id: string;
    }[];
    for (const { id } of pendingTodos) {
      const isApproved = randomInt(8) > 0;
      const note = isApproved ? null : DEMO_TEXTS[language].askForAnotherLook;
      await reviewTodo(ctx, firstParent.profileId, id, { decision: isApproved ? 'approved' : 'rejected', note });
    }
  }
  const childIds = children.map(({ id }) => id);
  const submissions = await listPendingSubmissions(ctx, childIds, FIRST_PAGE.per_page, 0);
  for (const { id, revision, profile_id } of submissions.rows) {
    const { praise, askForMore } = DEMO_TEXTS[children.find((child) => child.id === profile_id)?.language ?? 'en'];
    const praiseIndex = randomInt(PRAISE_STICKERS.length);
    const needsChanges = revision === 1 && randomInt(6) === 0;
    const feedback = needsChanges
      ? { text: askForMore, sticker: null }
      : { text: praise[praiseIndex] ?? '', sticker: PRAISE_STICKERS[praiseIndex] ?? null };
    await reviewSubmission(ctx, secondParent.profileId, id, {
      decision: needsChanges ? 'changes_requested' : 'approved',
      stars: needsChanges ? null : 3,
      ...feedback,
    });
  }
}
