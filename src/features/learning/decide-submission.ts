import { Refusal } from '../../core/refusal.ts';
import { cleanText } from '../../core/text.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { listGuardians } from '../accounts/index.ts';
import { lockLearner } from '../progress/index.ts';
import { approve, keepReview } from './approve-submission.ts';
import { getLearner, type Learner } from './learner.ts';
import { isSticker } from './stickers.ts';
import { findAttempt, saveTaskState, updateAttempt } from './store.ts';
import { FEEDBACK_TOO_LONG, NO_STARS, NO_STICKER, NOT_WAITING } from './submission-words.ts';
import { findSubmission, type Submission } from './submissions-store.ts';
import { type SubmissionOnWire, submissionsOnWire } from './submissions-wire.ts';

export interface SubmissionDecision {
  readonly decision: 'approved' | 'changes_requested';
  readonly text?: string | null;
  readonly sticker?: string | null;
  /** 1 to 3. */
  readonly stars?: number | null;
}

const LONGEST_FEEDBACK = 1000;

/** A guardian's word on a work; approving pays. The same word again changes nothing; of two at once the first counts. */
export async function decideSubmission(
  ctx: Context,
  parentProfileId: string,
  submissionId: string,
  { decision, ...feedback }: SubmissionDecision,
): Promise<SubmissionOnWire> {
  const review = { ...checkedFeedback(feedback), reviewer_id: parentProfileId };
  const decided = await ctx.write(async (tx) => {
    const { submission, learner } = await lockChildsWork(ctx, tx, parentProfileId, submissionId);
    if (submission.status === decision) return submission;
    if (submission.status !== 'pending_review') throw new Refusal('CONFLICT', NOT_WAITING, { reason: 'not_waiting' });
    if (decision === 'approved') return (await approve(ctx, tx, learner, submission, review)).submission;
    return askForChanges(tx, learner, { ...submission, ...review });
  });
  const [shown] = await submissionsOnWire(ctx, ctx.db, [decided]);
  return shown as SubmissionOnWire; // one work in, one out
}

function checkedFeedback({ text, sticker, stars }: Omit<SubmissionDecision, 'decision'>) {
  const kept = cleanText(text ?? '', LONGEST_FEEDBACK);
  if (kept === undefined) throw fieldRefusal('text', FEEDBACK_TOO_LONG);
  if (sticker && !isSticker(sticker)) throw fieldRefusal('sticker', NO_STICKER);
  if (stars && ![1, 2, 3].includes(stars)) throw fieldRefusal('stars', NO_STARS);
  return { feedback_text: kept || null, feedback_sticker: sticker || null, feedback_stars: stars || null };
}

async function lockChildsWork(ctx: Context, tx: Tx, parentProfileId: string, submissionId: string) {
  const found = await findSubmission(tx, submissionId);
  if (!found) throw notFound();
  await lockLearner(tx, found.profile_id);
  const guardians = await listGuardians(tx, found.profile_id);
  if (!guardians.some(({ id }) => id === parentProfileId)) throw notFound();
  const submission = await findSubmission(tx, submissionId); // as it is now that nobody else may change it
  if (!submission) throw notFound();
  return { submission, learner: await getLearner(ctx, tx, found.profile_id) };
}

/** The attempt is over; the child makes the next revision in a new one. */
async function askForChanges(tx: Tx, { profileId, tasks, now }: Learner, work: Submission): Promise<Submission> {
  const reviewed = { ...work, status: 'changes_requested', reviewed_at: now } as const;
  await keepReview(tx, reviewed);
  const attempt = await findAttempt(tx, work.attempt_id);
  if (attempt) await updateAttempt(tx, { ...attempt, status: 'failed', completed_at: now });
  const state = tasks.get(work.task_id);
  if (state) await saveTaskState(tx, profileId, { ...state, status: 'changes_requested' });
  return reviewed;
}
