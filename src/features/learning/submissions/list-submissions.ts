import type { OffsetParams, PagedRows } from '../../../core/requests/paging.ts';
import type { Context } from '../../../platform/context.ts';
import { listProfiles } from '../../accounts/index.ts';
import { listSubmissionFiles, type SubmissionFile } from './submission-files-store.ts';
import { listPendingSubmissionsOfChildren, listSubmissions, type Submission } from './submissions-store.ts';

/** A submission with its files and the display name of the guardian who reviewed it. */
export interface SubmissionDetails extends Submission {
  readonly files: readonly SubmissionFile[];
  /** Null if nobody has reviewed it, or if that guardian has been deleted. */
  readonly reviewer: string | null;
}

/** A page of a child's submissions, the newest first. */
export async function listChildSubmissions(
  ctx: Context,
  childId: string,
  pageParams: OffsetParams,
): Promise<PagedRows<SubmissionDetails>> {
  const { rows, total } = await listSubmissions(ctx, childId, pageParams);
  return { rows: await addDetails(ctx, rows), total };
}

/** At most `limit` pending submissions of these children, the oldest first, starting at row `offset` (counted from 0). */
export async function listPendingSubmissions(
  ctx: Context,
  childIds: readonly string[],
  limit: number,
  offset: number,
): Promise<PagedRows<SubmissionDetails>> {
  const { rows, total } = await listPendingSubmissionsOfChildren(ctx, childIds, limit, offset);
  return { rows: await addDetails(ctx, rows), total };
}

/** Loads the details of submissions, in the given order. */
export async function addDetails(ctx: Context, submissions: readonly Submission[]): Promise<SubmissionDetails[]> {
  const files = await listSubmissionFiles(
    ctx,
    submissions.map(({ id }) => id),
  );
  const reviewerIds = [...new Set(submissions.flatMap(({ reviewer_id }) => reviewer_id ?? []))];
  const reviewers = reviewerIds.length > 0 ? await listProfiles(ctx, reviewerIds) : [];
  return submissions.map((submission) => ({
    ...submission,
    files: files.filter(({ submission_id }) => submission_id === submission.id),
    reviewer: reviewers.find(({ id }) => id === submission.reviewer_id)?.display_name ?? null,
  }));
}
