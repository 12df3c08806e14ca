import { addSeconds, DAY, type Instant } from '../../core/time/instant.ts';
import { forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import { runInBatches } from '../../platform/concurrency/run-in-batches.ts';
import type { Context } from '../../platform/context.ts';
import { INACTIVE_CHILD_DAYS } from '../../schema/retention.ts';
import { findLastSignIn } from '../access/index.ts';
import { listGuardians, listProfilesAfter, lockProfile } from '../accounts/index.ts';
import { markForDeletion } from '../guardianship/index.ts';
import { getTotals } from '../progress/index.ts';

/**
 * Plans the deletion, without delay, of children without a guardian who have done nothing for a year (gap 177). Nobody else can delete
 * them or would miss them. All profiles are read, a page at a time, because no index knows which children have no guardian.
 */
export async function planDeletionOfInactiveChildren(ctx: Context): Promise<void> {
  const activeSince = addSeconds(ctx.now(), -INACTIVE_CHILD_DAYS * DAY);
  let lastId = '';
  await runInBatches(async (limit) => {
    const profiles = await listProfilesAfter(ctx, lastId, limit);
    const candidates = profiles.filter(({ isUnguarded, created_at }) => isUnguarded && created_at <= activeSince);
    await forEachYieldingToEventLoop(candidates, async ({ id }) => {
      if (!(await hasBeenActive(ctx, id, activeSince))) await planDeletion(ctx, id);
    });
    lastId = profiles.at(-1)?.id ?? lastId;
    return profiles.length;
  });
}

async function hasBeenActive(ctx: Context, childId: string, since: Instant): Promise<boolean> {
  const times = [await findLastSignIn(ctx, childId), (await getTotals(ctx, childId)).streak_last_at];
  return times.some((time) => time != null && time > since);
}

async function planDeletion(ctx: Context, childId: string): Promise<void> {
  await ctx.write(async (ctx) => {
    await lockProfile(ctx, childId);
    if ((await listGuardians(ctx, childId)).length > 0) return; // linked in the meantime
    await markForDeletion(ctx, childId, { planned_by: null, with_account: null, due_at: ctx.now() });
  });
}
