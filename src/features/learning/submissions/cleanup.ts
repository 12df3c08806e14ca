import { addSeconds, DAY, type Instant } from '../../../core/time/instant.ts';
import { forEachYieldingToEventLoop } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { UNGUARDED_WORK_DAYS } from '../../../schema/retention.ts';
import { getChildSettings, listGuardians } from '../../accounts/index.ts';
import { lockLearner } from '../learner/learner.ts';
import { approveSubmission } from './approve-submission.ts';
import { cleanUpSubmissionFiles } from './orphaned-files.ts';
import { eraseSubmission } from './review-as-guardian.ts';
import { listSubmissionFiles } from './submission-files-store.ts';
import { findSubmission, listPendingSubmissionsUntil, type SubmissionKey } from './submissions-store.ts';

const AUTO_APPROVAL_DELAY_SECONDS = 7 * DAY;
const BATCH_SIZE = 200;

/** Approves or erases submissions that have waited too long for a review, and quarantines orphaned files. */
export async function cleanUpLearning(ctx: Context): Promise<void> {
  await settleOverdueSubmissions(ctx);
  await cleanUpSubmissionFiles(ctx);
}

/**
 * Settles submissions that have waited for seven days, since a guardian undid a review if one did. Each submission is checked
 * again under the lock on the child's totals, because a guardian may review it at the same time.
 */
async function settleOverdueSubmissions(ctx: Context): Promise<void> {
  const until = addSeconds(ctx.now(), -AUTO_APPROVAL_DELAY_SECONDS);
  let lastKey: SubmissionKey = { submitted_at: '', id: '' };
  for (;;) {
    const pendingSubmissions = await listPendingSubmissionsUntil(ctx, until, lastKey, BATCH_SIZE);
    await forEachYieldingToEventLoop(pendingSubmissions, (submission) => settle(ctx, submission));
    lastKey = pendingSubmissions.at(-1) ?? lastKey;
    if (pendingSubmissions.length < BATCH_SIZE) return;
  }
}

type PendingSubmission = Awaited<ReturnType<typeof listPendingSubmissionsUntil>>[number];

/**
 * Approves a submission unless a guardian has turned this off. Creative work of a child without a guardian is never approved
 * automatically. It waits for a guardian, and is erased after 30 days without one (gap 177).
 */
async function settle(ctx: Context, { id, profile_id, kind, submitted_at }: PendingSubmission): Promise<void> {
  const hasGuardian = (await listGuardians(ctx, profile_id)).length > 0;
  const needsGuardian = !hasGuardian && kind !== 'real_world';
  if (needsGuardian) {
    if (isUnguardedWorkOver(ctx, submitted_at)) await eraseUnguardedWork(ctx, profile_id, id);
  } else if (!hasGuardian || (await getChildSettings(ctx, profile_id)).hasAutoApproval) {
    await approveIfPending(ctx, profile_id, id);
  }
}

function isUnguardedWorkOver({ now }: Context, submittedAt: Instant): boolean {
  return submittedAt <= addSeconds(now(), -UNGUARDED_WORK_DAYS * DAY);
}

async function approveIfPending(ctx: Context, profileId: string, submissionId: string): Promise<void> {
  await ctx.write(async (ctx) => {
    const { learner } = await lockLearner(ctx, profileId);
    const submission = await findSubmission(ctx, submissionId);
    if (submission?.status !== 'pending_review') return;
    await approveSubmission(ctx, learner, submission, { auto_approved: true });
  });
}

/** Erases pending work and its files, unless a guardian has been linked in the meantime. */
async function eraseUnguardedWork(ctx: Context, profileId: string, submissionId: string): Promise<void> {
  const erase = async (ctx: TxContext) => {
    const { learner } = await lockLearner(ctx, profileId);
    const submission = await findSubmission(ctx, submissionId);
    if (submission?.status !== 'pending_review' || (await listGuardians(ctx, profileId)).length > 0) return [];
    const files = await listSubmissionFiles(ctx, [submissionId]);
    await eraseSubmission(ctx, learner, submission);
    return files;
  };
  // After a crash at this point, no row references the files, and the next cleanup quarantines them.
  for (const { name } of await ctx.write(erase)) await ctx.files.remove(name);
}
