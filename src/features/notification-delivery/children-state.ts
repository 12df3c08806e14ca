import { type Day, toClampedLocalDay } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';
import type { Profile } from '../accounts/index.ts';
import { countPendingSubmissionsByChild, isPracticeDone } from '../learning/index.ts';
import { getChildTimeZone, listDailyStats } from '../progress/index.ts';
import { listTodosOfDay } from '../todos/index.ts';

/** A child with what waits for its guardians. */
export interface WaitingChild {
  readonly child: Profile;
  readonly todoCount: number;
  readonly submissionCount: number;
  /** The rewards for which the child asks. */
  readonly rewardCount: number;
}

/** The children with work or to-dos that wait for a guardian's decision. */
export async function listWaitingChildren(ctx: Context, children: readonly Profile[]): Promise<WaitingChild[]> {
  const ids = children.map(({ id }) => id);
  const submissionCounts = await countPendingSubmissionsByChild(ctx, ids);
  const todos = await listTodosOfDay(
    ctx,
    ids.map((id) => ({ id, today: '' })),
  );
  return children
    .map((child) => ({
      child,
      todoCount: todos.get(child.id)?.waitingCount ?? 0,
      submissionCount: submissionCounts.get(child.id) ?? 0,
      rewardCount: todos.get(child.id)?.requestCount ?? 0,
    }))
    .filter(({ todoCount, submissionCount, rewardCount }) => todoCount + submissionCount + rewardCount > 0);
}

/** The local day of a child at an instant. */
export async function getChildDay(ctx: Context, child: Profile, at: Instant): Promise<Day> {
  return toClampedLocalDay(at, await getChildTimeZone(ctx, child.id));
}

/** Whether a child was active on this day, has done the daily practice, and has no open to-do that was due. */
export async function isDoneFor(ctx: Context, child: Profile, day: Day): Promise<boolean> {
  const [stats] = await listDailyStats(ctx, child.id, day, day);
  if (!stats?.active) return false;
  const todos = (await listTodosOfDay(ctx, [{ id: child.id, today: day }])).get(child.id);
  return todos?.due.length === 0 && isPracticeDone(ctx, child, day);
}
