import type { TxContext } from '../../../platform/context.ts';
import type { LedgerEntryInput } from '../../progress/index.ts';
import { applyTaskChange, type TaskResult } from '../attempts/apply-task-change.ts';
import { type Attempt, findAttempt, updateAttempt } from '../attempts/attempts-store.ts';
import type { Learner, LockedLearner } from '../learner/learner.ts';
import { CREATIVE_APPROVED_XP, REAL_WORLD_XP } from '../learner/rewards.ts';
import { type Submission, saveReview } from './submissions-store.ts';

/** The stars for a submission when the reviewer gave none. */
const DEFAULT_STARS = 3;

type Approval = Partial<
  Pick<Submission, 'reviewer_id' | 'feedback_text' | 'feedback_sticker' | 'feedback_stars' | 'auto_approved'>
>;

export interface SubmissionResult {
  readonly submission: Submission;
  readonly attempt: Attempt;
  readonly taskResult: TaskResult;
}

/**
 * Approves a pending submission, completes its task and awards XP. An approval is not a qualifying action of the child, so it
 * does not count for the streak. The caller must have read the submission while holding the lock on the child's totals.
 */
export async function approveSubmission(
  ctx: TxContext,
  learner: LockedLearner,
  submission: Submission,
  approval: Approval,
): Promise<SubmissionResult> {
  const attempt = await findAttempt(ctx, submission.profile_id, submission.attempt_id);
  if (!attempt) throw new Error(`The submission ${submission.id} has no attempt.`); // a foreign key prevents this
  const stars = approval.feedback_stars ?? DEFAULT_STARS;
  const taskResult = await applyTaskChange(ctx, learner, {
    task: findTaskOfSubmission(learner, submission),
    event: { type: 'completed', stars, at: learner.now },
    source: buildReviewSource(ctx, submission),
    entries: [buildApprovalEntry(submission)],
    timeZone: null,
    workedAt: submission.submitted_at,
    counts: { creative_approved: countCreative(submission) },
  });
  const xp = taskResult.award.xp_awarded;
  const reviewedSubmission = {
    ...submission,
    ...approval,
    status: 'approved',
    reviewed_at: learner.now,
    xp_awarded: submission.xp_awarded + xp,
  } as const;
  await saveReview(ctx, reviewedSubmission);
  const passedAttempt = buildPassedAttempt(attempt, learner, stars, xp);
  await updateAttempt(ctx, passedAttempt);
  return { submission: reviewedSubmission, attempt: passedAttempt, taskResult };
}

/** The task of a submission. If the pack no longer contains it, it cannot complete a location or a world. */
export function findTaskOfSubmission({ content }: Learner, { task_id }: Submission) {
  return content.tasks.get(task_id) ?? { id: task_id, location_id: '', world_id: '' };
}

/** The source of what a review changes in the ledger. Each approval has its own, because it can be undone and repeated. */
export function buildReviewSource({ random }: TxContext, { task_id }: Submission): string {
  return `task ${task_id} ${random.timeOrderedId()}`;
}

/** The XP of an approval, apart from that of the places that it completes. */
export function buildApprovalEntry({ kind }: Submission): LedgerEntryInput {
  return kind === 'real_world'
    ? { reason: 'real_world_done', amount: REAL_WORLD_XP }
    : { reason: 'creative_approved', amount: CREATIVE_APPROVED_XP };
}

/** How much a submission counts as creative work. */
export function countCreative({ kind }: Submission): 0 | 1 {
  return kind === 'real_world' ? 0 : 1;
}

function buildPassedAttempt(attempt: Attempt, { now }: Learner, stars: number, xp: number): Attempt {
  return { ...attempt, status: 'passed', completed_at: now, score: 1, stars, xp_awarded: attempt.xp_awarded + xp };
}
