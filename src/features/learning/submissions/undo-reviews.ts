import { QUOTAS } from '../../../core/quotas.ts';
import { createConflictError } from '../../../core/requests/api-error.ts';
import { getUndoStart, parseUndoKeys } from '../../../core/time/undo.ts';
import { localized } from '../../../locales/index.ts';
import { forEachYieldingToEventLoop } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { lockAndCountLedgerRowsOfUtcDay } from '../../progress/index.ts';
import { applyTaskChange } from '../attempts/apply-task-change.ts';
import { findAttempt, updateAttempt } from '../attempts/attempts-store.ts';
import { buildApprovalEntry, buildReviewSource, countCreative, findTaskOfSubmission } from './approve-submission.ts';
import { listFamilySubmissions, lockSubmission } from './review-as-guardian.ts';
import { findUndoableReviews, type Submission, saveUndoneReview } from './submissions-store.ts';

// For 24 hours, a guardian can undo the review of a submission, which then waits again (gap 236, decision 0110).

/** Which of these submissions have a review that guardians can undo now. */
export function listUndoableReviews(
  ctx: Context,
  submissions: readonly Pick<Submission, 'id' | 'profile_id'>[],
): Promise<ReadonlySet<string>> {
  return findUndoableReviews(ctx, submissions, getUndoStart(ctx.now()));
}

/**
 * Undoes reviews of submissions of a parent's children, each in its own transaction. Each key is the id of a submission, and the decision
 * that is undone. Returns how many submissions that changes; keys of other families change none.
 */
export async function undoReviews(ctx: Context, parentProfileId: string, keys: readonly string[]): Promise<number> {
  const decisions = parseUndoKeys(keys);
  const submissions = await listFamilySubmissions(ctx, parentProfileId, [...decisions.keys()]);
  let undoneCount = 0;
  await forEachYieldingToEventLoop(submissions, async ({ id }) => {
    if (await ctx.write((ctx) => undoReview(ctx, parentProfileId, id, decisions.get(id)))) undoneCount += 1;
  });
  return undoneCount;
}

/**
 * Makes a submission wait again, as if nobody had reviewed it, and revokes the XP of an approval. What is completed or begun because of it
 * stays. Returns false if there is no such review to undo anymore. Refuses more than some a day (409).
 */
async function undoReview(
  ctx: TxContext,
  parentProfileId: string,
  submissionId: string,
  decision: string | undefined,
): Promise<boolean> {
  const { submission, learner } = await lockSubmission(ctx, parentProfileId, submissionId);
  const { status, profile_id, attempt_id, id } = submission;
  if (status === 'pending_review' || status !== decision) return false;
  if (!(await listUndoableReviews(ctx, [submission])).has(id)) return false;
  const attempt = await findAttempt(ctx, profile_id, attempt_id);
  if (!attempt) throw new Error(`The submission ${id} has no attempt.`); // a foreign key prevents this
  const isApproval = status === 'approved';
  const xp = isApproval ? buildApprovalEntry(submission).amount : 0;
  if (isApproval) await checkUndoneQuota(ctx, profile_id);
  await applyTaskChange(ctx, learner, {
    task: findTaskOfSubmission(learner, submission),
    event: { type: 'review_undone' },
    source: buildReviewSource(ctx, submission),
    entries: isApproval ? [{ reason: 'approval_undone', amount: -xp }] : [],
    timeZone: null,
    workedAt: submission.submitted_at,
    counts: { creative_approved: isApproval ? -countCreative(submission) : 0 },
  });
  await saveUndoneReview(ctx, submission, submission.xp_awarded - xp);
  const unfinished = { status: 'pending_review', completed_at: null, score: 0, stars: 0 } as const;
  await updateAttempt(ctx, { ...attempt, ...unfinished, xp_awarded: attempt.xp_awarded - xp });
  return true;
}

async function checkUndoneQuota(ctx: TxContext, profileId: string): Promise<void> {
  const undoneCount = await lockAndCountLedgerRowsOfUtcDay(ctx, profileId, 'approval_undone');
  if (undoneCount >= QUOTAS.undonePerDay)
    throw createConflictError(localized.submissions.tooManyUndone({ limit: QUOTAS.undonePerDay }), 'too_many_undone');
}
