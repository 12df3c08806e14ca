import { listPendingSubmissions, reviewSubmission } from '../../features/learning/index.ts';
import { reviewTodo } from '../../features/todos/index.ts';
import type { Context } from '../../platform/context.ts';
import type { DemoFamily } from './family.ts';
import { PRAISE } from './personas.ts';

/** In the last days the parents review nothing, so that the panel has pending approvals to show. */
export const DAYS_WITHOUT_REVIEW = 6;
const FIRST_PAGE = { page: 1, per_page: 100 };

/** Simulates the reviews of an evening: approvals with feedback and a sticker, and sometimes a request for changes. */
export async function reviewPending(
  ctx: Context,
  { children, firstParent, secondParent }: DemoFamily,
  randomInt: (limit: number) => number,
  daysLeft: number,
) {
  if (daysLeft <= DAYS_WITHOUT_REVIEW || randomInt(4) === 0) return;
  for (const { client } of children) {
    const pendingTodos = (await client.call('GET', '/app/todos?status=awaiting_approval&limit=100')) as {
      id: string;
    }[];
    for (const { id } of pendingTodos) await decideTodo(ctx, firstParent.profileId, id, randomInt(8) > 0);
  }
  const submissions = await listPendingSubmissions(ctx, secondParent, FIRST_PAGE);
  for (const { id, revision } of submissions.rows) {
    const praise = PRAISE[randomInt(PRAISE.length)] ?? PRAISE[0];
    const needsChanges = revision === 1 && randomInt(6) === 0;
    const feedback = needsChanges ? { text: 'Lovely! Can you add who lives there?', sticker: null } : praise;
    await reviewSubmission(ctx, secondParent.profileId, id, {
      decision: needsChanges ? 'changes_requested' : 'approved',
      stars: needsChanges ? null : 3,
      ...feedback,
    });
  }
}

async function decideTodo(ctx: Context, parentId: string, todoId: string, isDone: boolean): Promise<void> {
  const note = isDone ? null : 'Almost! Please have another look.';
  await reviewTodo(ctx, parentId, todoId, { decision: isDone ? 'approved' : 'rejected', note });
}
