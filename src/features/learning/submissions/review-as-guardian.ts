import { ApiError, fieldError } from '../../../core/requests/api-error.ts';
import { normalizeText } from '../../../core/text/normalize-text.ts';
import { localized } from '../../../locales/index.ts';
import { notFound } from '../../../platform/api-errors.ts';
import { forEachYielding } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { listChildren, listGuardians } from '../../accounts/index.ts';
import { findAttempt, updateAttempt } from '../attempts/attempts-store.ts';
import { type Learner, lockLearner } from '../learner/learner.ts';
import { saveTaskState } from '../learner/learner-store.ts';
import { nextTaskState } from '../learner/next-task-state.ts';
import { approveSubmission, saveReviewOrFail } from './approve-submission.ts';
import { type SubmissionResponse, submissionResponses } from './serializers.ts';
import { isSticker } from './stickers.ts';
import { findSubmission, listStatuses, type Submission } from './submissions-store.ts';

export interface SubmissionReview {
  readonly decision: 'approved' | 'changes_requested';
  readonly text?: string | null;
  readonly sticker?: string | null;
  /** 1 to 3. */
  readonly stars?: number | null;
}

const MAX_FEEDBACK_LENGTH = 1000;

/**
 * Saves a guardian's review of a submission. An approval awards XP. Repeating the same decision changes nothing; of two
 * concurrent decisions the first counts.
 */
export async function reviewSubmission(
  ctx: Context,
  parentProfileId: string,
  submissionId: string,
  { decision, ...feedback }: SubmissionReview,
): Promise<SubmissionResponse> {
  const review = { ...validateFeedback(feedback), reviewer_id: parentProfileId };
  const reviewed = await ctx.write(async (unit) => {
    const { tx } = unit;
    const { submission, learner } = await lockSubmission(unit, parentProfileId, submissionId);
    if (submission.status === decision) return submission;
    if (submission.status !== 'pending_review')
      throw new ApiError('CONFLICT', localized.submissions.notPending, { reason: 'not_waiting' });
    if (decision === 'approved') return (await approveSubmission(unit, learner, submission, review)).submission;
    return requestChanges(tx, learner, { ...submission, ...review });
  });
  const [response] = await submissionResponses(ctx, ctx.db, [reviewed]);
  return response as SubmissionResponse; // one submission in, one response out
}

/**
 * Approves submissions of a parent's children, each in its own transaction, and returns how many of them are approved now.
 * Those that are not pending stay as they are, without a write.
 */
export async function approveSubmissions(
  ctx: Context,
  parentProfileId: string,
  submissionIds: readonly string[],
): Promise<number> {
  const childIds = (await listChildren(ctx.db, parentProfileId)).map(({ id }) => id);
  const found = await listStatuses(ctx.db, childIds, submissionIds);
  const pending = found.filter(({ status }) => status === 'pending_review');
  let approved = found.filter(({ status }) => status === 'approved').length;
  await forEachYielding(pending, async ({ id }) => {
    try {
      await reviewSubmission(ctx, parentProfileId, id, { decision: 'approved' });
      approved += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // it was reviewed meanwhile, or the parent is no longer a guardian
    }
  });
  return approved;
}

function validateFeedback({ text, sticker, stars }: Omit<SubmissionReview, 'decision'>) {
  const normalized = normalizeText(text ?? '', MAX_FEEDBACK_LENGTH);
  if (normalized === undefined) throw fieldError('text', localized.submissions.feedbackTooLong);
  if (sticker && !isSticker(sticker)) throw fieldError('sticker', localized.submissions.invalidSticker);
  if (stars && ![1, 2, 3].includes(stars)) throw fieldError('stars', localized.submissions.invalidStars);
  return { feedback_text: normalized || null, feedback_sticker: sticker || null, feedback_stars: stars || null };
}

async function lockSubmission(unit: UnitOfWork, parentProfileId: string, submissionId: string) {
  const { tx } = unit;
  const found = await findSubmission(tx, submissionId);
  if (!found) throw notFound();
  const learner = await lockLearner(unit, found.profile_id);
  const guardians = await listGuardians(tx, found.profile_id);
  if (!guardians.some(({ id }) => id === parentProfileId)) throw notFound();
  const submission = await findSubmission(tx, submissionId); // read again under the lock
  if (!submission) throw notFound();
  return { submission, learner };
}

/** Ends the attempt. The child makes the next revision in a new one. */
async function requestChanges(tx: Tx, { profileId, tasks, now }: Learner, submission: Submission): Promise<Submission> {
  const reviewed = { ...submission, status: 'changes_requested', reviewed_at: now } as const;
  await saveReviewOrFail(tx, reviewed);
  const attempt = await findAttempt(tx, submission.attempt_id);
  if (attempt) await updateAttempt(tx, { ...attempt, status: 'failed', completed_at: now });
  const state = tasks.get(submission.task_id);
  if (state) await saveTaskState(tx, profileId, nextTaskState(state, { type: 'changes_requested' }));
  return reviewed;
}
