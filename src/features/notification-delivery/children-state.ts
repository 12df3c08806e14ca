import { type Day, toClampedLocalDay } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';
import type { Profile } from '../accounts/index.ts';
import { countPendingSubmissionsByChild, isPracticeDone, listOldestPendingSubmissions } from '../learning/index.ts';
import { getChildTimeZone, listDailyStats } from '../progress/index.ts';
import { listTodosOfDay, listWaitingTitles } from '../todos/index.ts';

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

/** A to-do, work or wish for a reward that waits. */
export type WaitingItem = { readonly child: Profile; readonly since: Instant | null } & (
  | { readonly kind: 'todo' | 'wish'; readonly title: string }
  | { readonly kind: 'work'; readonly taskId: string; readonly isDrawing: boolean }
);

/** At most `limit` things of each kind that wait: wishes first, then in the order in which they began to wait. */
export async function listWaitingItems(
  ctx: Context,
  children: readonly Profile[],
  limit: number,
): Promise<WaitingItem[]> {
  const ids = children.map(({ id }) => id);
  const works = await listOldestPendingSubmissions(ctx, ids, limit);
  const { todos, wishes } = await listWaitingTitles(ctx, ids, limit);
  const findChild = (id: string) => children.find((child) => child.id === id) as Profile; // all rows are of these children
  const items: WaitingItem[] = [
    ...works.map(({ profile_id, task_id: taskId, kind, submitted_at: since }) => ({
      kind: 'work' as const,
      child: findChild(profile_id),
      taskId,
      isDrawing: kind === 'image',
      since,
    })),
    ...todos.map(({ profile_id, ...todo }) => ({ kind: 'todo' as const, child: findChild(profile_id), ...todo })),
    ...wishes.map(({ profile_id, ...wish }) => ({ kind: 'wish' as const, child: findChild(profile_id), ...wish })),
  ];
  const sortKey = ({ kind, since }: WaitingItem) => `${kind === 'wish' ? 0 : 1}${since ?? ''}`;
  return items.sort((a, b) => sortKey(a).localeCompare(sortKey(b)));
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
