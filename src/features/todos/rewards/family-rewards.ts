import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError, createConflictError, createFieldError } from '../../../core/requests/api-error.ts';
import { normalizeLine } from '../../../core/text/normalize-text.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { RewardRow } from '../../../schema/tables.ts';
import { findLinkedChild, requireNoChildDeletion } from '../../accounts/index.ts';
import { validateDecisionNote } from '../guardians/review-todo.ts';
import { lockList } from '../lists-store.ts';
import { canBeUndone } from '../rules.ts';
import {
  areRewardsOn,
  countStars,
  deleteReward,
  deleteRewards,
  deleteUndecidedRequests,
  findRequest,
  insertReward,
  listRewards,
  saveRequestDecision,
  saveRewardsSwitch,
  updateReward,
} from './rewards-store.ts';
import { getRequestStatus, MAX_REWARD_STARS, MAX_REWARD_TITLE_LENGTH, type RequestStatus } from './rules.ts';

// What guardians do. All of it refuses a child of another family (404) and one whose deletion is planned (409).

export type RewardDraft = Pick<RewardRow, 'title' | 'stars'>;

/** Turns the rewards of these children on. */
export function turnRewardsOn(ctx: Context, parentId: string, childIds: readonly string[]): Promise<void> {
  return changeAsGuardian(ctx, parentId, childIds, (ctx, childId) => saveRewardsSwitch(ctx, childId, true));
}

/** Turns the rewards of a child off. What the child has asked for gets its stars back. The list and the stars stay, but are not shown. */
export function turnRewardsOff(ctx: Context, parentId: string, childId: string): Promise<void> {
  return changeAsGuardian(ctx, parentId, [childId], hideRewards);
}

async function hideRewards(ctx: TxContext, childId: string): Promise<void> {
  await saveRewardsSwitch(ctx, childId, false);
  await deleteUndecidedRequests(ctx, childId);
}

/** Turns the rewards off and deletes the list of a child that has lost its last guardian, since nobody could give them. The stars stay. */
export async function endRewards(ctx: TxContext, childId: string): Promise<void> {
  await lockList(ctx, childId);
  await hideRewards(ctx, childId);
  await deleteRewards(ctx, childId);
}

/** Adds a reward for each of these children. A reward with the same title only gets the new price. Refuses a list that is full (409). */
export async function addReward(
  ctx: Context,
  parentId: string,
  childIds: readonly string[],
  draft: RewardDraft,
): Promise<void> {
  const reward = validateReward(draft);
  return changeAsGuardian(ctx, parentId, childIds, async (ctx, childId) => {
    await requireRewards(ctx, childId);
    const rewards = await listRewards(ctx, childId);
    const sameReward = rewards.find(({ title }) => title === reward.title);
    if (sameReward) return updateReward(ctx, sameReward, reward);
    if (rewards.length >= QUOTAS.rewardsPerChild)
      throw createConflictError(localized.rewards.listFull({ limit: QUOTAS.rewardsPerChild }), 'list_full');
    const id = ctx.random.timeOrderedId();
    await insertReward(ctx, { ...reward, profile_id: childId, id, created_at: ctx.now() });
  });
}

/** Changes the title and the price of a reward. Requests keep those that they were made with. */
export async function editReward(
  ctx: Context,
  parentId: string,
  childId: string,
  rewardId: string,
  draft: RewardDraft,
): Promise<void> {
  const change = validateReward(draft);
  return changeAsGuardian(ctx, parentId, [childId], async (ctx) => {
    await requireRewards(ctx, childId);
    const reward = (await listRewards(ctx, childId)).find(({ id }) => id === rewardId);
    if (!reward) throw createNotFoundError();
    await updateReward(ctx, reward, change);
  });
}

/** Removes a reward. What a child has asked for still waits. */
export function removeReward(ctx: Context, parentId: string, childId: string, rewardId: string): Promise<void> {
  return changeAsGuardian(ctx, parentId, [childId], (ctx) => deleteReward(ctx, childId, rewardId));
}

export interface RewardDecision {
  readonly decision: Exclude<RequestStatus, 'waiting'>;
  readonly note: string | null;
}

/**
 * Decides on a request, and returns it; the decision counts after ten seconds. Repeating the decision changes nothing. Refuses an invalid note, or none when
 * the request is declined (400), an unknown request (404), and one on which something else was decided (409).
 */
export async function decideOnRequest(
  ctx: Context,
  parentId: string,
  childId: string,
  requestId: string,
  { decision, note }: RewardDecision,
): Promise<Pick<RewardRow, 'title'>> {
  const validNote = validateDecisionNote(note);
  if (decision === 'declined' && validNote === null) throw createFieldError('note', localized.rewards.noteMissing);
  let title = '';
  await changeAsGuardian(ctx, parentId, [childId], async (ctx) => {
    const request = await findRequest(ctx, childId, requestId);
    if (!request) throw createNotFoundError();
    title = request.title;
    if (request.decision === decision) return;
    if (request.decision !== null) throw new ApiError('CONFLICT', localized.rewards.decidedMeanwhile);
    const decidedNow = { decided_at: ctx.now(), decided_by: parentId };
    await saveRequestDecision(ctx, request, { decision, ...decidedNow, note: validNote });
  });
  return { title };
}

/**
 * Undoes decisions of the last 24 hours. Each key is the id of a child and the id of a request, with a space between them. Returns how many
 * there were. Keys of other families are ignored, and a declined request whose stars the child has spent on something else.
 */
export async function undoRewardDecisions(ctx: Context, parentId: string, keys: readonly string[]): Promise<number> {
  let undoneCount = 0;
  for (const key of keys) {
    const [childId = '', requestId = ''] = key.split(' ');
    if (!(await findLinkedChild(ctx, parentId, childId))) continue;
    await changeAsGuardian(ctx, parentId, [childId], async (ctx) => {
      const request = (await areRewardsOn(ctx, childId)) ? await findRequest(ctx, childId, requestId) : undefined;
      if (!request || !canBeUndone(request.decided_at, ctx.now())) return;
      const isStillSpent = request.decision === 'given' || getRequestStatus(request, ctx.now()) === 'waiting';
      if (!isStillSpent && (await countStars(ctx, childId)) < request.stars) return;
      await saveRequestDecision(ctx, request, { decision: null, decided_at: null, decided_by: null, note: null });
      undoneCount += 1;
    });
  }
  return undoneCount;
}

/** Changes each of these children's rewards, in one transaction that holds the locks of their lists. */
async function changeAsGuardian(
  ctx: Context,
  parentId: string,
  childIds: readonly string[],
  change: (ctx: TxContext, childId: string) => Promise<void>,
): Promise<void> {
  if (childIds.length === 0) throw createFieldError('child_ids', localized.todos.noChildChosen);
  const ids = [...new Set(childIds)].sort(); // locked in the same order by every request, so that two parents cannot deadlock
  await ctx.write(async (ctx) => {
    for (const id of ids) {
      if (await findLinkedChild(ctx, parentId, id)) await lockList(ctx, id);
      if (!(await findLinkedChild(ctx, parentId, id))) throw createNotFoundError(); // read again under the lock
      await requireNoChildDeletion(ctx, id);
    }
    for (const id of ids) await change(ctx, id);
  });
}

async function requireRewards(ctx: TxContext, childId: string): Promise<void> {
  if (!(await areRewardsOn(ctx, childId))) throw createNotFoundError();
}

function validateReward({ title, stars }: RewardDraft): RewardDraft {
  const validTitle = normalizeLine(title, MAX_REWARD_TITLE_LENGTH);
  if (validTitle === undefined) throw createFieldError('title', localized.rewards.invalidTitle);
  if (!Number.isInteger(stars) || stars < 1 || stars > MAX_REWARD_STARS)
    throw createFieldError('stars', localized.rewards.invalidPrice);
  return { title: validTitle, stars };
}
