import { QUOTAS } from '../../../core/quotas.ts';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { listGuardians } from '../../accounts/index.ts';
import type { Activity } from '../../progress/index.ts';
import { applyResult, mergeResults, type TaskResult } from '../attempts/apply-result.ts';
import type { TaskContext } from '../attempts/task-context.ts';
import { type Attempt, updateAttempt } from '../learner/learner-store.ts';
import { CREATIVE_XP } from '../learner/rewards.ts';
import { approveSubmission } from './approve-submission.ts';

import { findNewestSubmission, insertSubmission, type Submission } from './submissions-store.ts';

/** What a child has made; a task done away from the screen has nothing to show. */
export type SubmissionDraft = Pick<Submission, 'kind' | 'text' | 'caption'>;
export const OFFLINE_ACTIVITY: SubmissionDraft = { kind: 'real_world', text: '', caption: '' };

export interface SubmissionResult {
  readonly submission: Submission;
  readonly attempt: Attempt;
  readonly settled: TaskResult;
}

/**
 * Hands a work in, at the end of an attempt that is under way: it waits for a guardian from now on, and this day counts
 * for the streak. Without a guardian it is approved at once. The caller holds the learner.
 */
export async function createSubmission(
  ctx: Context,
  tx: Tx,
  at: TaskContext,
  attempt: Attempt,
  work: SubmissionDraft,
  zone: string,
): Promise<SubmissionResult> {
  const { profileId, now } = at.learner;
  const last = await findNewestSubmission(tx, profileId, at.task.id);
  if ((last?.revision ?? 0) >= QUOTAS.revisionsPerTask) {
    throw new Refusal('CONFLICT', localized.submissions.tooManyRevisions({ limit: QUOTAS.revisionsPerTask }), {
      reason: 'too_many_revisions',
    });
  }
  const submission = newSubmission(ctx, attempt, work, (last?.revision ?? 0) + 1, now);
  const entries = entriesFor(submission);
  const state = {
    task_id: at.task.id,
    stars_best: 0,
    started_at: attempt.started_at,
    completed_at: null,
    ...at.state,
    attempts_count: attempt.number,
    status: 'pending_review',
    open_attempt_id: null,
    xp_earned: (at.state?.xp_earned ?? 0) + entries.reduce((sum, { amount }) => sum + amount, 0),
  } as const;
  const deed = { source: `task ${at.task.id}`, entries, zone, counts: { seconds: attempt.time_spent_seconds } };
  const settled = await applyResult(ctx, tx, at.learner, at.task, state, deed);
  const { xp_awarded } = settled.award;
  const handedIn = { ...attempt, status: 'pending_review', xp_awarded } as const;
  await updateAttempt(tx, handedIn);
  await insertSubmission(tx, { ...submission, xp_awarded });
  const waiting = { submission: { ...submission, xp_awarded }, attempt: handedIn, settled };
  const guardians = await listGuardians(tx, profileId);
  return guardians.length > 0 ? waiting : approvedAtOnce(ctx, tx, waiting);
}

/** Only the first is paid: what is handed in again is the same work, made better. */
function entriesFor({ kind, revision }: Submission): Activity['entries'] {
  return kind === 'real_world' || revision > 1 ? [] : [{ reason: 'creative_submitted', amount: CREATIVE_XP }];
}

async function approvedAtOnce(
  ctx: Context,
  tx: Tx,
  { submission, settled }: SubmissionResult,
): Promise<SubmissionResult> {
  const approved = await approveSubmission(ctx, tx, settled.learner, submission, { auto_approved: true });
  return { ...approved, settled: mergeResults(settled, approved.settled) };
}

function newSubmission(
  ctx: Context,
  { id, profile_id, task_id }: Attempt,
  work: SubmissionDraft,
  revision: number,
  now: string,
): Submission {
  return {
    id: ctx.random.timeId(),
    profile_id,
    task_id,
    attempt_id: id,
    revision,
    ...work,
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
