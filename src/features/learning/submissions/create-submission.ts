import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { listGuardians } from '../../accounts/index.ts';
import type { Activity } from '../../progress/index.ts';
import { applyTaskChange, mergeTaskResults, type TaskResult } from '../attempts/apply-task-change.ts';
import { type Attempt, updateAttempt } from '../attempts/attempts-store.ts';
import type { TaskContext } from '../attempts/task-context.ts';
import { CREATIVE_SUBMITTED_XP } from '../learner/rewards.ts';
import { approveSubmission } from './approve-submission.ts';
import { findNewestSubmission, insertSubmission, type Submission } from './submissions-store.ts';

/** What a child submits, apart from files. */
export type SubmissionContent = Pick<Submission, 'kind' | 'text' | 'caption'>;

/** A real-world task is done away from the app, so its submission has no content. */
export const REAL_WORLD_CONTENT: SubmissionContent = { kind: 'real_world', text: '', caption: '' };

/** The open attempt, the content to submit for it, and the time zone in which the day counts for the streak. */
export interface SubmissionDraft {
  readonly attempt: Attempt;
  readonly content: SubmissionContent;
  readonly timeZone: string;
}

export interface SubmissionResult {
  readonly submission: Submission;
  readonly attempt: Attempt;
  readonly taskResult: TaskResult;
}

/**
 * Submits content for review. The attempt is then no longer open, and the day counts for the streak. When the child has no
 * guardian, the submission is approved immediately. Refuses too many revisions (409). The caller must hold the lock on the
 * child's totals.
 */
export async function createSubmission(
  ctx: Context<Tx>,
  { learner, task }: TaskContext,
  { attempt, content, timeZone }: SubmissionDraft,
): Promise<SubmissionResult> {
  const { profileId, now } = learner;
  const previous = await findNewestSubmission(ctx, profileId, task.id);
  if ((previous?.revision ?? 0) >= QUOTAS.revisionsPerTask) {
    throw new ApiError('CONFLICT', localized.submissions.tooManyRevisions({ limit: QUOTAS.revisionsPerTask }), {
      reason: 'too_many_revisions',
    });
  }
  const revision = (previous?.revision ?? 0) + 1;
  const submission = buildSubmission(ctx, attempt, { ...content, revision, submitted_at: now });
  const entries = buildLedgerEntries(submission);
  const taskResult = await applyTaskChange(ctx, learner, {
    task,
    event: { type: 'submitted' },
    source: `task ${task.id}`,
    entries,
    timeZone,
    counts: { seconds: attempt.time_spent_seconds },
  });
  const { xp_awarded } = taskResult.award;
  const submittedAttempt = { ...attempt, status: 'pending_review', xp_awarded } as const;
  await updateAttempt(ctx, submittedAttempt);
  await insertSubmission(ctx, { ...submission, xp_awarded });
  const pendingResult = { submission: { ...submission, xp_awarded }, attempt: submittedAttempt, taskResult };
  const guardians = await listGuardians(ctx, profileId);
  return guardians.length > 0 ? pendingResult : approveImmediately(ctx, pendingResult);
}

/**
 * The XP for submitting. Only the first revision of a creative task earns XP, because later ones improve the same submission. A
 * real-world task earns XP only when it is approved.
 */
function buildLedgerEntries({ kind, revision }: Submission): Activity['entries'] {
  return kind === 'real_world' || revision > 1 ? [] : [{ reason: 'creative_submitted', amount: CREATIVE_SUBMITTED_XP }];
}

async function approveImmediately(
  ctx: Context<Tx>,
  { submission, taskResult }: SubmissionResult,
): Promise<SubmissionResult> {
  const approval = await approveSubmission(ctx, taskResult.learner, submission, { auto_approved: true });
  return { ...approval, taskResult: mergeTaskResults(taskResult, approval.taskResult) };
}

function buildSubmission(
  ctx: Context,
  { id, profile_id, task_id }: Attempt,
  content: SubmissionContent & Pick<Submission, 'revision' | 'submitted_at'>,
): Submission {
  return {
    id: ctx.random.timeOrderedId(),
    profile_id,
    task_id,
    attempt_id: id,
    ...content,
    status: 'pending_review',
    reviewed_at: null,
    reviewer_id: null,
    feedback_text: null,
    feedback_sticker: null,
    feedback_stars: null,
    auto_approved: false,
    xp_awarded: 0,
  };
}
