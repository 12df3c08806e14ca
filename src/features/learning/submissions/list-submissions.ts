import { localize } from '../../../content/index.ts';
import type { OffsetParams, PagedRows } from '../../../core/requests/offset-page.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { listChildren, listChildrenWithoutDeletion, type Profile } from '../../accounts/index.ts';
import { type SerializedSubmission, serializeSubmissions } from './serializers.ts';
import { listPendingSubmissionsOfChildren, listSubmissions, type Submission } from './submissions-store.ts';

/** A submission in a guardian's list. */
export interface ListedSubmission extends SerializedSubmission {
  readonly profile_id: string;
  readonly child_name: string;
  /** The title in the guardian's language; the task id if the pack no longer contains the task. */
  readonly task_title: string;
}

interface Guardian {
  readonly profileId: string;
  readonly language: string;
}

/** A page of the submissions of a guardian's child, the newest first. Refuses a child of another family (404). */
export async function listChildSubmissions(
  ctx: Context,
  guardian: Guardian,
  childId: string,
  pageParams: OffsetParams,
): Promise<PagedRows<ListedSubmission>> {
  const children = await listChildren(ctx, guardian.profileId);
  if (!children.some(({ id }) => id === childId)) throw createNotFoundError();
  return toListedSubmissions(ctx, guardian, children, await listSubmissions(ctx, childId, pageParams));
}

/** A page of the pending submissions of a guardian's children, the oldest first. Children with a planned deletion are left out. */
export async function listPendingSubmissions(
  ctx: Context,
  guardian: Guardian,
  pageParams: OffsetParams,
): Promise<PagedRows<ListedSubmission>> {
  const children = await listChildrenWithoutDeletion(ctx, guardian.profileId);
  const ids = children.map(({ id }) => id);
  return toListedSubmissions(ctx, guardian, children, await listPendingSubmissionsOfChildren(ctx, ids, pageParams));
}

async function toListedSubmissions(
  ctx: Context,
  { language }: Guardian,
  children: readonly Profile[],
  { rows, total }: PagedRows<Submission>,
): Promise<PagedRows<ListedSubmission>> {
  const childNames = new Map(children.map(({ id, display_name }) => [id, display_name]));
  const submissions = await serializeSubmissions(ctx, rows);
  return {
    total,
    rows: rows.map(({ profile_id, task_id }, i) => {
      const task = ctx.content.current.tasks.get(task_id);
      const task_title = task ? localize(task.title, language).text : task_id;
      const submission = submissions[i] as SerializedSubmission; // one for each row, in the same order
      return { ...submission, profile_id, child_name: childNames.get(profile_id) ?? '', task_title };
    }),
  };
}
