import { getFirstRowIndex, type OffsetParams, type PagedRows } from '../../core/requests/offset-page.ts';
import { listChildrenWithoutDeletion, type Profile } from '../../features/accounts/index.ts';
import {
  countPendingSubmissions,
  type ListedSubmission,
  listPendingSubmissions,
} from '../../features/learning/index.ts';
import {
  countTodosAwaitingApproval,
  listTodosAwaitingApproval,
  type TodoAwaitingApproval,
} from '../../features/todos/index.ts';
import type { Context } from '../../platform/context.ts';
import type { PanelRequest } from '../endpoints.ts';

/** Counts the pending approvals of a parent's children, except for children whose deletion is planned. */
export async function countPendingApprovals(ctx: Context, parentId: string): Promise<number> {
  const childIds = (await listChildrenWithoutDeletion(ctx, parentId)).map(({ id }) => id);
  if (childIds.length === 0) return 0;
  return (await countTodosAwaitingApproval(ctx, childIds)) + (await countPendingSubmissions(ctx, childIds));
}

/** A submission or to-do that waits for a parent's approval. */
export type PendingApproval =
  | { readonly kind: 'submission'; readonly child: Profile; readonly submission: ListedSubmission }
  | { readonly kind: 'todo'; readonly child: Profile; readonly todo: TodoAwaitingApproval };

/**
 * Lists the pending approvals of a parent's children, except for children whose deletion is planned: submissions first, then
 * to-dos. Within each kind, the longest pending first.
 */
export async function listPendingApprovals(
  { ctx, parent }: PanelRequest,
  pageParams: OffsetParams,
): Promise<PagedRows<PendingApproval>> {
  const children = await listChildrenWithoutDeletion(ctx, parent.profileId);
  if (children.length === 0) return { rows: [], total: 0 };
  const childIds = children.map(({ id }) => id);
  const submissions = await listPendingSubmissions(ctx, parent, pageParams);
  const todoCount = await countTodosAwaitingApproval(ctx, childIds);
  const todoLimit = pageParams.per_page - submissions.rows.length;
  const skippedTodoCount = Math.max(0, getFirstRowIndex(pageParams) - submissions.total);
  const todos =
    todoLimit > 0 && skippedTodoCount < todoCount
      ? await listTodosAwaitingApproval(ctx, childIds, todoLimit, skippedTodoCount)
      : [];
  const childrenById = new Map(children.map((child) => [child.id, child]));
  return {
    rows: [
      ...submissions.rows.flatMap((submission) => {
        const child = childrenById.get(submission.profile_id);
        return child ? [{ kind: 'submission', child, submission } as const] : [];
      }),
      ...todos.flatMap((todo) => {
        const child = childrenById.get(todo.profile_id);
        return child ? [{ kind: 'todo', child, todo } as const] : [];
      }),
    ],
    total: submissions.total + todoCount,
  };
}
