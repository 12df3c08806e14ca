import { addSeconds, DAY } from '../../../core/time/instant.ts';
import { forEachYieldingToEventLoop } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context } from '../../../platform/context.ts';
import { getChildSettings, listGuardians } from '../../accounts/index.ts';
import { lockLearner } from '../learner/learner.ts';
import { approveSubmission } from './approve-submission.ts';
import { cleanUpSubmissionFiles } from './orphaned-files.ts';
import { findSubmission, listPendingSubmissionsUntil, type SubmissionKey } from './submissions-store.ts';

const AUTO_APPROVAL_DELAY_SECONDS = 7 * DAY;
const BATCH_SIZE = 200;

/** Approves submissions that have waited too long for a review, and quarantines orphaned files. */
export async function cleanUpLearning(ctx: Context): Promise<void> {
  await approveOverdueSubmissions(ctx);
  await cleanUpSubmissionFiles(ctx);
}

/**
 * Approves submissions that have been pending for seven days. Each submission is checked again under the lock on the child's
 * totals, because a guardian may review it at the same time.
 */
async function approveOverdueSubmissions(ctx: Context): Promise<void> {
  const submittedUntil = addSeconds(ctx.now(), -AUTO_APPROVAL_DELAY_SECONDS);
  let lastKey: SubmissionKey = { submitted_at: '', id: '' };
  for (;;) {
    const pendingSubmissions = await listPendingSubmissionsUntil(ctx, submittedUntil, lastKey, BATCH_SIZE);
    await forEachYieldingToEventLoop(pendingSubmissions, async ({ id, profile_id }) => {
      if (await isAutoApprovalOn(ctx, profile_id)) await approveIfPending(ctx, profile_id, id);
    });
    lastKey = pendingSubmissions.at(-1) ?? lastKey;
    if (pendingSubmissions.length < BATCH_SIZE) return;
  }
}

/**
 * Whether a child's submissions are approved after seven days without a review. A guardian can turn this off. For a child without
 * a guardian, it is always on.
 */
async function isAutoApprovalOn(ctx: Context, profileId: string): Promise<boolean> {
  const { hasAutoApproval } = await getChildSettings(ctx, profileId);
  return hasAutoApproval || (await listGuardians(ctx, profileId)).length === 0;
}

async function approveIfPending(ctx: Context, profileId: string, submissionId: string): Promise<void> {
  await ctx.write(async (ctx) => {
    const { learner } = await lockLearner(ctx, profileId);
    const submission = await findSubmission(ctx, submissionId);
    if (submission?.status !== 'pending_review') return;
    await approveSubmission(ctx, learner, submission, { auto_approved: true });
  });
}
