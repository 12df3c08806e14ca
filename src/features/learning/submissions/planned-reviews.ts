import { ApiError, createFieldError } from '../../../core/requests/api-error.ts';
import { addSeconds } from '../../../core/time/instant.ts';
import { UNDO_SECONDS } from '../../../core/time/undo.ts';
import { localized } from '../../../locales/index.ts';
import { forEachYieldingToEventLoop } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { loadFamily } from '../../accounts/index.ts';
import { lockTotals } from '../../progress/index.ts';
import {
  lockReviewedSubmission,
  reviewSubmission,
  type SubmissionReview,
  validateFeedback,
} from './review-as-guardian.ts';
import {
  clearPlannedReview,
  findSubmission,
  listDueReviews,
  listSubmissionStatuses,
  planReview,
  type Submission,
} from './submissions-store.ts';

// What a guardian decides in the panel is stored with the submission and carried out after ten seconds, in which the guardian can undo it
// (gap 201).

/** A review, and the profile id of the guardian. */
type PlannedReview = SubmissionReview & { readonly by: string };

/** The planned reviews that one run carries out. */
const MAX_DUE_REVIEWS = 1000;

/** The decision that is planned for a submission; null if none is. */
export function getPlannedDecision({ planned_change }: Pick<Submission, 'planned_change'>) {
  return planned_change === null ? null : (JSON.parse(planned_change) as PlannedReview).decision;
}

/**
 * Plans a guardian's review of a submission. Repeating the decision changes nothing. Refuses what `reviewSubmission` refuses, a request for
 * changes without a text (400), and a submission for which another decision is planned (409).
 */
export async function planSubmissionReview(
  ctx: Context,
  parentProfileId: string,
  submissionId: string,
  review: SubmissionReview,
): Promise<Submission> {
  const { feedback_text } = validateFeedback(review);
  if (review.decision === 'changes_requested' && feedback_text === null)
    throw createFieldError('text', localized.submissions.textMissing);
  return ctx.write(async (ctx) => {
    const { submission } = await lockReviewedSubmission(ctx, parentProfileId, submissionId, review.decision);
    if (submission.status === review.decision) return submission;
    const plannedDecision = getPlannedDecision(submission);
    if (plannedDecision !== null && plannedDecision !== review.decision)
      throw new ApiError('CONFLICT', localized.submissions.notPending, { reason: 'not_waiting' });
    const plannedReview: PlannedReview = { ...review, by: parentProfileId };
    await planReview(ctx, submission, {
      planned_change: JSON.stringify(plannedReview),
      change_due_at: addSeconds(ctx.now(), UNDO_SECONDS),
    });
    return submission;
  });
}

/**
 * Plans to approve submissions of a parent's children, each in its own transaction. Returns how many of them are approved or going to be.
 * Nothing is written for a submission that waits for no decision.
 */
export async function planSubmissionApprovals(
  ctx: Context,
  parentProfileId: string,
  submissionIds: readonly string[],
): Promise<number> {
  const submissions = await listFamilySubmissions(ctx, parentProfileId, submissionIds);
  const waiting = submissions.filter(({ status, planned_change }) => status === 'pending_review' && !planned_change);
  let approvedCount = submissions.filter(
    (submission) => submission.status === 'approved' || getPlannedDecision(submission) === 'approved',
  ).length;
  await forEachYieldingToEventLoop(waiting, async ({ id }) => {
    try {
      await planSubmissionReview(ctx, parentProfileId, id, { decision: 'approved' });
      approvedCount += 1;
    } catch (error) {
      // This is expected if another guardian has decided in the meantime, or the parent is no longer a guardian.
      if (!(error instanceof ApiError)) throw error;
    }
  });
  return approvedCount;
}

/** Undoes the planned reviews of submissions of a parent's children. Returns how many there were. */
export async function undoPlannedReviews(
  ctx: Context,
  parentProfileId: string,
  submissionIds: readonly string[],
): Promise<number> {
  const submissions = await listFamilySubmissions(ctx, parentProfileId, submissionIds);
  let undoneCount = 0;
  for (const submission of submissions.filter(({ planned_change }) => planned_change !== null)) {
    const wasPlanned = await ctx.write(async (ctx) => {
      await lockTotals(ctx, submission.profile_id);
      return clearPlannedReview(ctx, submission);
    });
    if (wasPlanned) undoneCount += 1;
  }
  return undoneCount;
}

/** Carries out the planned reviews that are due. */
export async function carryOutReviews(ctx: Context): Promise<void> {
  await forEachYieldingToEventLoop(await listDueReviews(ctx, MAX_DUE_REVIEWS), async ({ id, profile_id }) => {
    try {
      await ctx.write(async (ctx) => {
        const review = await takePlannedReview(ctx, id, profile_id);
        if (review) await reviewSubmission(ctx, review.by, id, review);
      });
    } catch (error) {
      // The submission has been decided in the meantime, or the parent is no longer a guardian. Then nothing is planned anymore.
      if (!(error instanceof ApiError)) throw error;
      await ctx.write((ctx) => takePlannedReview(ctx, id, profile_id));
    }
  });
}

/** Removes the planned review of a submission, if it is due, and returns it. Of several processes, one gets it. */
async function takePlannedReview(ctx: TxContext, id: string, profileId: string): Promise<PlannedReview | undefined> {
  await lockTotals(ctx, profileId);
  const submission = await findSubmission(ctx, id);
  if (!submission?.planned_change || (submission.change_due_at ?? '') > ctx.now()) return undefined;
  await clearPlannedReview(ctx, submission);
  return JSON.parse(submission.planned_change);
}

async function listFamilySubmissions(ctx: Context, parentProfileId: string, submissionIds: readonly string[]) {
  const { childrenWithoutDeletion } = await loadFamily(ctx, parentProfileId);
  const childIds = childrenWithoutDeletion.map(({ id }) => id);
  return listSubmissionStatuses(ctx, childIds, submissionIds);
}
