import { QUOTAS } from '../../../core/quotas.ts';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, Unit } from '../../../platform/context.ts';
import { listGuardians } from '../../accounts/index.ts';
import type { Activity } from '../../progress/index.ts';
import { applyResult, mergeResults, type TaskResult } from '../attempts/apply-result.ts';
import type { TaskContext } from '../attempts/task-context.ts';
import { type Attempt, updateAttempt } from '../learner/learner-store.ts';
import { CREATIVE_XP } from '../learner/rewards.ts';
import { approveSubmission } from './approve-submission.ts';

import { findNewestSubmission, insertSubmission, type Submission } from './submissions-store.ts';

/** The content of a submission. A real-world task has none. */
export type SubmissionDraft = Pick<Submission, 'kind' | 'text' | 'caption'>;
export const OFFLINE_ACTIVITY: SubmissionDraft = { kind: 'real_world', text: '', caption: '' };

export interface SubmissionResult {
  readonly submission: Submission;
  readonly attempt: Attempt;
  readonly result: TaskResult;
}

/**
 * Submits the content of an open attempt for review and counts the day for the streak. Without a guardian it is approved
 * immediately. The caller must hold the lock on the child's totals.
 */
export async function createSubmission(
  unit: Unit,
  context: TaskContext,
  attempt: Attempt,
  draft: SubmissionDraft,
  zone: string,
): Promise<SubmissionResult> {
  const { ctx, tx } = unit;
  const { profileId, now } = context.learner;
  const previous = await findNewestSubmission(tx, profileId, context.task.id);
  if ((previous?.revision ?? 0) >= QUOTAS.revisionsPerTask) {
    throw new Refusal('CONFLICT', localized.submissions.tooManyRevisions({ limit: QUOTAS.revisionsPerTask }), {
      reason: 'too_many_revisions',
    });
  }
  const submission = newSubmission(ctx, attempt, draft, (previous?.revision ?? 0) + 1, now);
  const entries = entriesFor(submission);
  const state = {
    task_id: context.task.id,
    stars_best: 0,
    started_at: attempt.started_at,
    completed_at: null,
    ...context.state,
    attempts_count: attempt.number,
    status: 'pending_review',
    open_attempt_id: null,
    xp_earned: (context.state?.xp_earned ?? 0) + entries.reduce((sum, { amount }) => sum + amount, 0),
  } as const;
  const input = { source: `task ${context.task.id}`, entries, zone, counts: { seconds: attempt.time_spent_seconds } };
  const result = await applyResult(unit, context.learner, context.task, state, input);
  const { xp_awarded } = result.award;
  const submittedAttempt = { ...attempt, status: 'pending_review', xp_awarded } as const;
  await updateAttempt(tx, submittedAttempt);
  await insertSubmission(tx, { ...submission, xp_awarded });
  const pending = { submission: { ...submission, xp_awarded }, attempt: submittedAttempt, result };
  const guardians = await listGuardians(tx, profileId);
  return guardians.length > 0 ? pending : approveImmediately(unit, pending);
}

/** Only the first revision earns XP. Later ones are improvements of the same submission. */
function entriesFor({ kind, revision }: Submission): Activity['entries'] {
  return kind === 'real_world' || revision > 1 ? [] : [{ reason: 'creative_submitted', amount: CREATIVE_XP }];
}

async function approveImmediately(unit: Unit, { submission, result }: SubmissionResult): Promise<SubmissionResult> {
  const approved = await approveSubmission(unit, result.learner, submission, { auto_approved: true });
  return { ...approved, result: mergeResults(result, approved.result) };
}

function newSubmission(
  ctx: Context,
  { id, profile_id, task_id }: Attempt,
  draft: SubmissionDraft,
  revision: number,
  now: string,
): Submission {
  return {
    id: ctx.random.timeId(),
    profile_id,
    task_id,
    attempt_id: id,
    revision,
    ...draft,
    status: 'pending_review',
    submitted_at: now,
    reviewed_at: null,
    reviewer_id: null,
    feedback_text: null,
    feedback_sticker: null,
    feedback_stars: null,
    auto_approved: false,
    xp_awarded: 0,
  };
}
