import { addSeconds, DAY } from '../../../core/instant.ts';
import { oneByOne } from '../../../platform/concurrency/one-by-one.ts';
import type { Context } from '../../../platform/context.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { getChildSettings, listGuardians } from '../../accounts/index.ts';
import { lockProfileTotals } from '../../progress/index.ts';
import { getLearner } from '../learner/learner.ts';
import { approveSubmission } from './approve-submission.ts';
import { sweepFiles } from './clean-up-files.ts';
import { findSubmission, listPendingSince } from './submissions-store.ts';

const PATIENCE = 7 * DAY;
const AT_ONCE = 200;

/** What time brings: works that have waited long enough approve themselves, and files that no row names are put aside. */
export async function cleanUpLearning(ctx: Context): Promise<void> {
  await approveWaiting(ctx);
  await sweepFiles(ctx);
}

/** Two processes at once do no harm: each work is looked at again under its child's lock. */
async function approveWaiting(ctx: Context): Promise<void> {
  const until = addSeconds(ctx.now(), -PATIENCE);
  let after = '';
  for (;;) {
    const waiting = await listPendingSince(ctx.db, until, after, AT_ONCE);
    await oneByOne(waiting, async ({ id, profile_id }) => {
      if (await approvesItself(ctx.db, profile_id)) await approveUnlessDecided(ctx, profile_id, id);
    });
    after = waiting.at(-1)?.id ?? '';
    if (waiting.length < AT_ONCE) return;
  }
}

/** A guardian may have said no to it; where there is none any more nobody could ever approve. */
async function approvesItself(db: Reader, profileId: string): Promise<boolean> {
  const { autoApproval } = await getChildSettings(db, profileId);
  return autoApproval || (await listGuardians(db, profileId)).length === 0;
}

async function approveUnlessDecided(ctx: Context, profileId: string, submissionId: string): Promise<void> {
  await ctx.write(async (tx) => {
    await lockProfileTotals(tx, profileId);
    const submission = await findSubmission(tx, submissionId);
    if (submission?.status !== 'pending_review') return;
    await approveSubmission(ctx, tx, await getLearner(ctx, tx, profileId), submission, { auto_approved: true });
  });
}
