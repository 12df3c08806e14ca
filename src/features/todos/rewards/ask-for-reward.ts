import { createConflictError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { noteForGuardians } from '../../notifications/index.ts';
import { lockList } from '../lists-store.ts';
import { areRewardsOn, countStars, hasWaitingRequest, insertRequest, listRewards } from './rewards-store.ts';

/**
 * Asks for a reward, which spends its stars at once. While a request for the same reward waits, this changes nothing. Refuses a reward
 * that is not on the child's list (404), and one for which the child has too few stars (409).
 */
export async function askForReward(ctx: Context, profileId: string, rewardId: string): Promise<void> {
  await ctx.write(async (ctx) => {
    await lockList(ctx, profileId);
    const rewards = (await areRewardsOn(ctx, profileId)) ? await listRewards(ctx, profileId) : [];
    const reward = rewards.find(({ id }) => id === rewardId);
    if (!reward) throw createNotFoundError();
    if (await hasWaitingRequest(ctx, profileId, rewardId)) return;
    if ((await countStars(ctx, profileId)) < reward.stars)
      throw createConflictError(localized.rewards.tooFewStars, 'too_few_stars');
    const { title, stars } = reward;
    const id = ctx.random.timeOrderedId();
    const request = { profile_id: profileId, id, reward_id: rewardId, title, stars, asked_at: ctx.now() };
    await insertRequest(ctx, { ...request, decision: null, decided_at: null, decided_by: null, note: null });
    await noteForGuardians(ctx, profileId, ['waiting']);
  });
}
