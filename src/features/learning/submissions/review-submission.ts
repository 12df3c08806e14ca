import { Refusal } from '../../../core/refusal.ts';
import { normalizeText } from '../../../core/text.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/http/responses/error-response.ts';
import { fieldRefusal } from '../../../platform/http/validation.ts';
import { listGuardians } from '../../accounts/index.ts';
import { lockProfileTotals } from '../../progress/index.ts';
import { getLearner, type Learner } from '../learner/learner.ts';
import { findAttempt, saveTaskState, updateAttempt } from '../learner/learner-store.ts';
import { approveSubmission, saveReviewOrFail } from './approve-submission.ts';

import { type SubmissionResponse, submissionResponses } from './serializers.ts';
import { isSticker } from './stickers.ts';
import { findSubmission, type Submission } from './submissions-store.ts';

export interface SubmissionReview {
  readonly decision: 'approved' | 'changes_requested';
  readonly text?: string | null;
  readonly sticker?: string | null;
  /** 1 to 3. */
  readonly stars?: number | null;
}

const LONGEST_FEEDBACK = 1000;

/** A guardian's word on a work; approving pays. The same word again changes nothing; of two at once the first counts. */
export async function reviewSubmission(
  ctx: Context,
  parentProfileId: string,
  submissionId: string,
  { decision, ...feedback }: SubmissionReview,
): Promise<SubmissionResponse> {
  const review = { ...checkedFeedback(feedback), reviewer_id: parentProfileId };
  const decided = await ctx.write(async (tx) => {
    const { submission, learner } = await lockChildsWork(ctx, tx, parentProfileId, submissionId);
    if (submission.status === decision) return submission;
    if (submission.status !== 'pending_review')
      throw new Refusal('CONFLICT', localized.submissions.notPending, { reason: 'not_waiting' });
    if (decision === 'approved') return (await approveSubmission(ctx, tx, learner, submission, review)).submission;
    return askForChanges(tx, learner, { ...submission, ...review });
  });
  const [shown] = await submissionResponses(ctx, ctx.db, [decided]);
  return shown as SubmissionResponse; // one work in, one out
}

function checkedFeedback({ text, sticker, stars }: Omit<SubmissionReview, 'decision'>) {
  const kept = normalizeText(text ?? '', LONGEST_FEEDBACK);
  if (kept === undefined) throw fieldRefusal('text', localized.submissions.feedbackTooLong);
  if (sticker && !isSticker(sticker)) throw fieldRefusal('sticker', localized.submissions.invalidSticker);
  if (stars && ![1, 2, 3].includes(stars)) throw fieldRefusal('stars', localized.submissions.invalidStars);
  return { feedback_text: kept || null, feedback_sticker: sticker || null, feedback_stars: stars || null };
}

async function lockChildsWork(ctx: Context, tx: Tx, parentProfileId: string, submissionId: string) {
  const found = await findSubmission(tx, submissionId);
  if (!found) throw notFound();
  await lockProfileTotals(tx, found.profile_id);
  const guardians = await listGuardians(tx, found.profile_id);
  if (!guardians.some(({ id }) => id === parentProfileId)) throw notFound();
  const submission = await findSubmission(tx, submissionId); // as it is now that nobody else may change it
  if (!submission) throw notFound();
  return { submission, learner: await getLearner(ctx, tx, found.profile_id) };
}

/** The attempt is over; the child makes the next revision in a new one. */
async function askForChanges(tx: Tx, { profileId, tasks, now }: Learner, work: Submission): Promise<Submission> {
  const reviewed = { ...work, status: 'changes_requested', reviewed_at: now } as const;
  await saveReviewOrFail(tx, reviewed);
  const attempt = await findAttempt(tx, work.attempt_id);
  if (attempt) await updateAttempt(tx, { ...attempt, status: 'failed', completed_at: now });
  const state = tasks.get(work.task_id);
  if (state) await saveTaskState(tx, profileId, { ...state, status: 'changes_requested' });
  return reviewed;
}
