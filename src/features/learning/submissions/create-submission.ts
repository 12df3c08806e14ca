import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { listGuardians } from '../../accounts/index.ts';
import { noteForGuardians } from '../../notifications/index.ts';
import type { Activity } from '../../progress/index.ts';
import { applyTaskChange, type TaskResult } from '../attempts/apply-task-change.ts';
import { type Attempt, updateAttempt } from '../attempts/attempts-store.ts';
import type { PlayedTask } from '../attempts/played-task.ts';
import type { TaskState } from '../learner/learner-store.ts';
import { CREATIVE_SUBMITTED_XP } from '../learner/rewards.ts';
import { approveSubmission, type SubmissionResult } from './approve-submission.ts';
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

/**
 * Submits content for review. The attempt is then no longer open, and the day counts for the streak. Creative work always waits for
 * a guardian, even if the child has none yet (gap 177). A real-world task has no content, so without a guardian it is approved
 * immediately. Refuses too many revisions (409). The caller must hold the lock on the child's totals.
 */
export async function createSubmission(
  ctx: TxContext,
  { learner, task }: Pick<PlayedTask, 'learner' | 'task'>,
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
  const taskResult = await applyTaskChange(ctx, learner, {
    task,
    event: { type: 'submitted' },
    source: `task ${task.id}`,
    entries: buildLedgerEntries(content, learner.taskStates.get(task.id)),
    timeZone,
    counts: { seconds: attempt.time_spent_seconds },
  });
  const { xp_awarded } = taskResult.award;
  const submittedAttempt = { ...attempt, status: 'pending_review', xp_awarded } as const;
  await updateAttempt(ctx, submittedAttempt);
  await insertSubmission(ctx, { ...submission, xp_awarded });
  const pendingResult = { submission: { ...submission, xp_awarded }, attempt: submittedAttempt, taskResult };
  if (content.kind !== 'real_world' || (await listGuardians(ctx, profileId)).length > 0) {
    await noteForGuardians(ctx, profileId, ['waiting']);
    return pendingResult;
  }
  const approval = await approveSubmission(ctx, taskResult.learner, pendingResult.submission, { auto_approved: true });
  return { ...approval, taskResult: mergeTaskResults(taskResult, approval.taskResult) };
}

/**
 * The XP for submitting. A creative task earns XP once: when it is submitted again, it came back to the child, because a guardian
 * requested changes or the first submission was erased (gap 177). A real-world task earns XP only when it is approved.
 */
function buildLedgerEntries({ kind }: SubmissionContent, state: TaskState | undefined): Activity['entries'] {
  const isSubmittedAgain = state?.status === 'changes_requested';
  return kind === 'real_world' || isSubmittedAgain
    ? []
    : [{ reason: 'creative_submitted', amount: CREATIVE_SUBMITTED_XP }];
}

/** Combines the results of two changes. `second`, an approval, was applied after `first`. */
function mergeTaskResults(first: TaskResult, second: TaskResult): TaskResult {
  const levelUps = [first.award.level_up, second.award.level_up].filter((levelUp) => levelUp !== null);
  const [firstLevelUp, lastLevelUp] = [levelUps[0], levelUps.at(-1)];
  const concatPlaceIds = (name: 'location_ids' | 'world_ids') => [...first.unlocked[name], ...second.unlocked[name]];
  return {
    learner: second.learner,
    unlocked: { location_ids: concatPlaceIds('location_ids'), world_ids: concatPlaceIds('world_ids') },
    award: {
      xp_awarded: first.award.xp_awarded + second.award.xp_awarded,
      xp_breakdown: [...first.award.xp_breakdown, ...second.award.xp_breakdown],
      level_up:
        firstLevelUp && lastLevelUp
          ? {
              ...lastLevelUp,
              from: firstLevelUp.from,
              unlocked_items: levelUps.flatMap((levelUp) => levelUp.unlocked_items),
            }
          : null,
      badges_awarded: [...first.award.badges_awarded, ...second.award.badges_awarded],
      streak: first.award.streak, // an approval does not count for the streak
    },
  };
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
    undone_at: null,
    xp_awarded: 0,
  };
}
