import { ApiError, createFieldError } from '../../../core/requests/api-error.ts';
import { normalizeText } from '../../../core/text/normalize-text.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import { forEachYieldingToEventLoop } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { listGuardians, loadFamily, requireNoChildDeletion } from '../../accounts/index.ts';
import { computeNextTaskState } from '../attempts/apply-task-change.ts';
import { findAttempt, updateAttempt } from '../attempts/attempts-store.ts';
import { type Learner, lockLearner } from '../learner/learner.ts';
import { saveTaskState } from '../learner/learner-store.ts';
import { approveSubmission } from './approve-submission.ts';
import { isSticker } from './stickers.ts';
import {
  deleteSubmission,
  findSubmission,
  listSubmissionStatuses,
  type Submission,
  saveReview,
} from './submissions-store.ts';

export interface SubmissionReview {
  readonly decision: 'approved' | 'changes_requested';
  readonly text?: string | null;
  readonly sticker?: string | null;
  /** 1 to 3. */
  readonly stars?: number | null;
}

const MAX_FEEDBACK_LENGTH = 1000;

/**
 * Saves a guardian's review of a submission. An approval awards XP. Repeating a decision changes nothing. When two guardians
 * decide simultaneously, the first decision counts. Refuses invalid feedback and a request for changes without a text (400), a
 * submission of another family (404), a submission that is not pending, and one of a child with a planned deletion (409).
 */
export async function reviewSubmission(
  ctx: Context,
  parentProfileId: string,
  submissionId: string,
  { decision, ...feedback }: SubmissionReview,
): Promise<Submission> {
  const review = { ...validateFeedback(feedback), reviewer_id: parentProfileId };
  if (decision === 'changes_requested' && review.feedback_text === null)
    throw createFieldError('text', localized.submissions.textMissing);
  return ctx.write(async (ctx) => {
    const { submission, learner } = await lockSubmission(ctx, parentProfileId, submissionId);
    if (submission.status === decision) return submission;
    await requireNoChildDeletion(ctx, submission.profile_id);
    if (submission.status !== 'pending_review')
      throw new ApiError('CONFLICT', localized.submissions.notPending, { reason: 'not_waiting' });
    if (decision === 'approved') return (await approveSubmission(ctx, learner, submission, review)).submission;
    return requestChanges(ctx, learner, { ...submission, ...review });
  });
}

/**
 * Approves submissions of a parent's children, each in its own transaction. Returns how many of them are approved. Nothing is written for a
 * submission that waits for no decision.
 */
export async function approveSubmissions(
  ctx: Context,
  parentProfileId: string,
  submissionIds: readonly string[],
): Promise<number> {
  const submissions = await listFamilySubmissions(ctx, parentProfileId, submissionIds);
  let approvedCount = submissions.filter(({ status }) => status === 'approved').length;
  const waiting = submissions.filter(({ status }) => status === 'pending_review');
  await forEachYieldingToEventLoop(waiting, async ({ id }) => {
    try {
      await reviewSubmission(ctx, parentProfileId, id, { decision: 'approved' });
      approvedCount += 1;
    } catch (error) {
      // This is expected if another guardian has decided in the meantime, or the parent is no longer a guardian.
      if (!(error instanceof ApiError)) throw error;
    }
  });
  return approvedCount;
}

/** The submissions of a parent's children that have one of these ids, apart from children whose deletion is planned. */
export async function listFamilySubmissions(ctx: Context, parentProfileId: string, ids: readonly string[]) {
  const { childrenWithoutDeletion } = await loadFamily(ctx, parentProfileId);
  const childIds = childrenWithoutDeletion.map(({ id }) => id);
  return listSubmissionStatuses(ctx, childIds, ids);
}

/** Returns the normalized feedback. Refuses invalid feedback (400). */
function validateFeedback({ text, sticker, stars }: Omit<SubmissionReview, 'decision'>) {
  const normalizedText = normalizeText(text ?? '', MAX_FEEDBACK_LENGTH);
  if (normalizedText === undefined) throw createFieldError('text', localized.submissions.feedbackTooLong);
  if (sticker && !isSticker(sticker)) throw createFieldError('sticker', localized.submissions.invalidSticker);
  if (stars && ![1, 2, 3].includes(stars)) throw createFieldError('stars', localized.submissions.invalidStars);
  return { feedback_text: normalizedText || null, feedback_sticker: sticker || null, feedback_stars: stars || null };
}

/** Locks the child's totals, which protects the submission, too. Refuses a submission of another family (404). */
export async function lockSubmission(ctx: TxContext, parentProfileId: string, submissionId: string) {
  const submissionBeforeLock = await findSubmission(ctx, submissionId);
  if (!submissionBeforeLock) throw createNotFoundError();
  const { learner } = await lockLearner(ctx, submissionBeforeLock.profile_id);
  const guardians = await listGuardians(ctx, submissionBeforeLock.profile_id);
  if (!guardians.some(({ id }) => id === parentProfileId)) throw createNotFoundError();
  const submission = await findSubmission(ctx, submissionId); // read again under the lock
  if (!submission) throw createNotFoundError();
  return { submission, learner };
}

/** Asks the child for changes and ends the attempt. The child creates the next revision in a new attempt. */
async function requestChanges(ctx: TxContext, learner: Learner, submission: Submission): Promise<Submission> {
  const reviewedSubmission = { ...submission, status: 'changes_requested', reviewed_at: learner.now } as const;
  await saveReview(ctx, reviewedSubmission);
  await reopenTask(ctx, learner, submission);
  return reviewedSubmission;
}

/** Deletes a pending submission with the rows of its files. The child can submit the task again, and earns no XP a second time. */
export async function eraseSubmission(ctx: TxContext, learner: Learner, submission: Submission): Promise<void> {
  await deleteSubmission(ctx, submission);
  await reopenTask(ctx, learner, submission);
}

async function reopenTask(
  ctx: TxContext,
  { profileId, taskStates, now }: Learner,
  { task_id, attempt_id }: Submission,
): Promise<void> {
  const attempt = await findAttempt(ctx, profileId, attempt_id);
  if (attempt) await updateAttempt(ctx, { ...attempt, status: 'failed', completed_at: now });
  const state = taskStates.get(task_id);
  if (state) await saveTaskState(ctx, profileId, computeNextTaskState(state, { type: 'changes_requested' }));
}
