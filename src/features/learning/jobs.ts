import { DAY, HOUR, plusSeconds } from '../../core/instant.ts';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/index.ts';
import { getChildSettings, listGuardians } from '../accounts/index.ts';
import { lockLearner } from '../progress/index.ts';
import { approve } from './approve-submission.ts';
import { getLearner } from './learner.ts';
import { findSubmission, listKnownNames, listWaitingSince } from './submissions-store.ts';

const PATIENCE = 7 * DAY;
const AT_ONCE = 200;

/** What time brings: works that have waited long enough approve themselves, and files that no row names go. */
export async function sweepLearning(ctx: Context): Promise<void> {
  await approveWaiting(ctx);
  await removeOrphans(ctx);
}

/** Two processes at once do no harm: each work is looked at again under its child's lock. */
async function approveWaiting(ctx: Context): Promise<void> {
  const until = plusSeconds(ctx.now(), -PATIENCE);
  let after = '';
  for (;;) {
    const waiting = await listWaitingSince(ctx.db, until, after, AT_ONCE);
    for (const { id, profile_id } of waiting) {
      if (await approvesItself(ctx.db, profile_id)) await approveUnlessDecided(ctx, profile_id, id);
    }
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
    await lockLearner(tx, profileId);
    const submission = await findSubmission(tx, submissionId);
    if (submission?.status !== 'pending_review') return;
    await approve(ctx, tx, await getLearner(ctx, tx, profileId), submission, { auto_approved: true });
  });
}

/** A crash, or a child that was deleted, leaves files behind. What is younger than an hour may still get its row. */
async function removeOrphans(ctx: Context): Promise<void> {
  const until = plusSeconds(ctx.now(), -HOUR);
  let names: string[] = [];
  for await (const { name, putAt } of ctx.files.list()) {
    if (putAt <= until) names.push(name);
    if (names.length < AT_ONCE) continue;
    await removeUnknown(ctx, names);
    names = [];
  }
  await removeUnknown(ctx, names);
}

async function removeUnknown(ctx: Context, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const known = new Set(await listKnownNames(ctx.db, names));
  for (const name of names.filter((one) => !known.has(one))) await ctx.files.remove(name);
}
