import { listPendingSubmissions, reviewSubmission } from '../../features/learning/index.ts';
import { reviewTodo } from '../../features/todos/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Family } from './family.ts';
import { PRAISE } from './story.ts';

/** In the last days the parents are busy: what comes in then is what the panel has to show. */
const BUSY_DAYS = 6;
const ALL = { page: 1, per_page: 100 };

/** An evening of the parents: they look at what waits, with a word and a sticker; now and then they ask for more. */
export async function parentsEvening(
  ctx: Context,
  { children, first, second }: Family,
  roll: (below: number) => number,
  daysLeft: number,
) {
  if (daysLeft <= BUSY_DAYS || roll(4) === 0) return;
  for (const { person } of children) {
    const waiting = (await person.call('GET', '/app/todos?status=awaiting_approval&limit=100')) as { id: string }[];
    for (const { id } of waiting) await decide(ctx, first.profileId, id, roll(8) > 0);
  }
  const works = await listPendingSubmissions(ctx, second, ALL);
  for (const { id, revision } of works.rows) {
    const praise = PRAISE[roll(PRAISE.length)] ?? PRAISE[0];
    const more = revision === 1 && roll(6) === 0;
    const word = more ? { text: 'Lovely! Can you add who lives there?', sticker: null } : praise;
    await reviewSubmission(ctx, second.profileId, id, {
      decision: more ? 'changes_requested' : 'approved',
      stars: more ? null : 3,
      ...word,
    });
  }
}

async function decide(ctx: Context, parentId: string, todoId: string, isDone: boolean): Promise<void> {
  const note = isDone ? null : 'Almost! Please look under the table, too.';
  await reviewTodo(ctx, parentId, todoId, { decision: isDone ? 'approved' : 'rejected', note });
}
