import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { EarnedStarsRow, RewardRequestRow, RewardRow, TodoRow } from '../../../schema/tables.ts';
import { OPEN_STATUSES } from '../rules.ts';
import { getSettledUntil } from './rules.ts';

/** Which of these children have rewards. */
export async function listIdsWithRewards({ db }: Context, childIds: readonly string[]): Promise<string[]> {
  if (childIds.length === 0) return [];
  const rows = await db
    .selectFrom('todo_lists')
    .select('profile_id')
    .where('profile_id', 'in', childIds)
    .where('rewards_on_at', 'is not', null)
    .execute();
  return rows.map(({ profile_id }) => profile_id);
}

export async function areRewardsOn(ctx: Context, profileId: string): Promise<boolean> {
  return (await listIdsWithRewards(ctx, [profileId])).length > 0;
}

/** Turns rewards on, unless they are on, or off. The caller must hold the lock of the list. */
export async function saveRewardsSwitch({ db, now }: TxContext, profileId: string, isOn: boolean): Promise<void> {
  await db
    .updateTable('todo_lists')
    .set({ rewards_on_at: isOn ? now() : null })
    .where('profile_id', '=', profileId)
    .where('rewards_on_at', isOn ? 'is' : 'is not', null)
    .execute();
}

/** The rewards of a child, the cheapest first. */
export async function listRewards({ db }: Context, profileId: string): Promise<RewardRow[]> {
  return db
    .selectFrom('rewards')
    .select(['profile_id', 'id', 'title', 'stars', 'created_at'])
    .where('profile_id', '=', profileId)
    .orderBy('stars')
    .orderBy('id')
    .execute();
}

export async function insertReward({ db }: TxContext, reward: RewardRow): Promise<void> {
  await db.insertInto('rewards').values(reward).execute();
}

export async function updateReward(
  { db }: TxContext,
  { profile_id, id }: Pick<RewardRow, 'profile_id' | 'id'>,
  change: Pick<RewardRow, 'title' | 'stars'>,
): Promise<void> {
  await db.updateTable('rewards').set(change).where('profile_id', '=', profile_id).where('id', '=', id).execute();
}

/** Deletes a reward. The id may be any text from a request. */
export async function deleteReward({ db }: TxContext, profileId: string, id: string): Promise<void> {
  if (isStorable(id)) await db.deleteFrom('rewards').where('profile_id', '=', profileId).where('id', '=', id).execute();
}

export async function deleteRewards({ db }: TxContext, profileId: string): Promise<void> {
  await db.deleteFrom('rewards').where('profile_id', '=', profileId).execute();
}

/** The stars that a child has and has not spent: what it has earned, without the price of each request that was not declined. */
export async function countStars({ db, now }: Context, profileId: string): Promise<number> {
  const { earned, spent } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('earned_stars')
        .select(({ fn }) => fn.sum<number | null>('stars').as('stars'))
        .where('profile_id', '=', profileId)
        .as('earned'),
      selectFrom('reward_requests')
        .select(({ fn }) => fn.sum<number | null>('stars').as('stars'))
        .where('profile_id', '=', profileId)
        .where(({ eb }) =>
          eb.or([
            eb('decision', 'is', null),
            eb('decision', '=', 'given'),
            eb('decided_at', '>', getSettledUntil(now())),
          ]),
        )
        .as('spent'),
    ])
    .executeTakeFirstOrThrow();
  return (earned ?? 0) - (spent ?? 0);
}

/** Stores the stars of a to-do, unless the child has them already. */
export async function insertEarnedStars({ db }: TxContext, row: EarnedStarsRow): Promise<void> {
  await db
    .insertInto('earned_stars')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findEarnedStars({ db }: Context, profileId: string, todoId: string): Promise<number> {
  const row = await db
    .selectFrom('earned_stars')
    .select('stars')
    .where('profile_id', '=', profileId)
    .where('todo_id', '=', todoId)
    .executeTakeFirst();
  return row?.stars ?? 0;
}

export async function deleteEarnedStars({ db }: TxContext, profileId: string, todoId: string): Promise<void> {
  await db.deleteFrom('earned_stars').where('profile_id', '=', profileId).where('todo_id', '=', todoId).execute();
}

/** The open assigned to-dos that a child sees, with their stars. */
export async function listOpenTodoStars(
  { db }: Context,
  profileId: string,
): Promise<Pick<TodoRow, 'id' | 'assigned_by' | 'stars'>[]> {
  return db
    .selectFrom('todos')
    .select(['id', 'assigned_by', 'stars'])
    .where('profile_id', '=', profileId)
    .where('status', 'in', [...OPEN_STATUSES, 'awaiting_approval'])
    .where('assigned_by', 'is not', null)
    .where('paused_at', 'is', null)
    .orderBy('id')
    .execute();
}

const REQUEST_COLUMNS = [
  'profile_id',
  'id',
  'reward_id',
  'title',
  'stars',
  'asked_at',
  'decision',
  'decided_at',
  'decided_by',
  'note',
] as const;

/** At most `limit` requests of a child, the newest first. */
export async function listRequests({ db }: Context, profileId: string, limit: number): Promise<RewardRequestRow[]> {
  return db
    .selectFrom('reward_requests')
    .select(REQUEST_COLUMNS)
    .where('profile_id', '=', profileId)
    .orderBy('id', 'desc') // ids are ordered by time
    .limit(limit)
    .execute();
}

/** The requests of these children on which nobody has decided, the oldest first. */
export async function listUndecidedRequests({ db }: Context, childIds: readonly string[]): Promise<RewardRequestRow[]> {
  if (childIds.length === 0) return [];
  return db
    .selectFrom('reward_requests')
    .select(REQUEST_COLUMNS)
    .where('profile_id', 'in', childIds)
    .where('decided_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

/** The number of these requests of each child that has any, as a part of a larger statement. */
export function selectRequestCounts({ db }: Context, childIds: readonly string[]) {
  return db
    .selectFrom('reward_requests')
    .select(['profile_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('profile_id', 'in', childIds)
    .where('decided_at', 'is', null)
    .groupBy('profile_id');
}

/** Finds a request. The id may be any text from a request of a client. */
export async function findRequest(
  { db }: Context,
  profileId: string,
  id: string,
): Promise<RewardRequestRow | undefined> {
  if (!isStorable(id)) return undefined;
  return db
    .selectFrom('reward_requests')
    .select(REQUEST_COLUMNS)
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether a child has asked for a reward, and no decision on it counts yet. */
export async function hasWaitingRequest({ db, now }: Context, profileId: string, rewardId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reward_requests')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('reward_id', '=', rewardId)
    .where(({ eb }) => eb.or([eb('decided_at', 'is', null), eb('decided_at', '>', getSettledUntil(now()))]))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRequest({ db }: TxContext, request: RewardRequestRow): Promise<void> {
  await db.insertInto('reward_requests').values(request).execute();
}

/** Saves a decision on a request, or removes it. The caller must hold the lock of the list. */
export async function saveRequestDecision(
  { db }: TxContext,
  { profile_id, id }: Pick<RewardRequestRow, 'profile_id' | 'id'>,
  decision: Pick<RewardRequestRow, 'decision' | 'decided_at' | 'decided_by' | 'note'>,
): Promise<void> {
  await db
    .updateTable('reward_requests')
    .set(decision)
    .where('profile_id', '=', profile_id)
    .where('id', '=', id)
    .execute();
}

/** Deletes the requests of a child on which nobody has decided, which gives the stars back. */
export async function deleteUndecidedRequests({ db }: TxContext, profileId: string): Promise<void> {
  await db.deleteFrom('reward_requests').where('profile_id', '=', profileId).where('decided_at', 'is', null).execute();
}
