import type { PanelParent } from '../../core/caller.ts';
import type { OffsetParams, PagedRows } from '../../core/offset-page.ts';
import { listOpenChildren, type Profile } from '../../features/accounts/index.ts';
import {
  countPendingSubmissions,
  listPendingSubmissions,
  type SubmissionListItem,
} from '../../features/learning/index.ts';
import { countAwaitingApproval, listAwaitingApproval, type Todo } from '../../features/todos/index.ts';
import type { Context } from '../../platform/context.ts';

/** The number of pending approvals of all of a parent's children. */
export async function countPendingApprovals(ctx: Context, parentId: string): Promise<number> {
  const ids = (await listOpenChildren(ctx.db, parentId)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  return (await countAwaitingApproval(ctx.db, ids)) + (await countPendingSubmissions(ctx.db, ids));
}

/** A submission or to-do that waits for a parent's approval. */
export type PendingApproval =
  | { readonly kind: 'work'; readonly child: Profile; readonly work: SubmissionListItem }
  | { readonly kind: 'todo'; readonly child: Profile; readonly todo: Todo };

/** The pending approvals of a parent's children: submissions first, then to-dos, each longest waiting first. */
export async function listPendingApprovals(
  ctx: Context,
  caller: PanelParent,
  offset: OffsetParams,
): Promise<PagedRows<PendingApproval>> {
  const children = await listOpenChildren(ctx.db, caller.profileId);
  if (children.length === 0) return { rows: [], total: 0 };
  const ids = children.map(({ id }) => id);
  const works = await listPendingSubmissions(ctx, caller, offset);
  const todosTotal = await countAwaitingApproval(ctx.db, ids);
  const room = offset.per_page - works.rows.length;
  const before = Math.max(0, (offset.page - 1) * offset.per_page - works.total);
  const todos = room > 0 && before < todosTotal ? await listAwaitingApproval(ctx.db, ids, room, before) : [];
  const withChild = <W>(profileId: string, make: (child: Profile) => W) => {
    const child = children.find(({ id }) => id === profileId);
    return child ? [make(child)] : [];
  };
  return {
    rows: [
      ...works.rows.flatMap((work) => withChild(work.profile_id, (child) => ({ kind: 'work', child, work }) as const)),
      ...todos.flatMap((todo) => withChild(todo.profile_id, (child) => ({ kind: 'todo', child, todo }) as const)),
    ],
    total: works.total + todosTotal,
  };
}
