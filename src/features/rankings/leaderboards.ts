import { addSeconds, type Instant, MINUTE } from '../../core/time/instant.ts';
import { type Context, onReplica } from '../../platform/context.ts';
import {
  countChildrenWithMoreXp,
  countLeaderboardRows,
  countTiesBefore,
  findLeaderboardKey,
  type LeaderboardKey,
  listLeaderboard,
  listXpTotals,
} from '../progress/index.ts';
import { compareLeaderboardKeys, computeRanks, getXpInPeriod, MAX_EXACT_RANK, type Period } from './rules.ts';

export interface RankedChild extends LeaderboardKey {
  readonly xp_total: number;
  /** Null beyond MAX_EXACT_RANK. */
  readonly rank: number | null;
}

/** Children by their XP in a period, the highest first. */
export interface Leaderboard {
  readonly period: Period;
  /** Counts the children on the leaderboard, up to MAX_EXACT_RANK. */
  count(): Promise<number>;
  /** At most `limit` children after the child with the key `after`. */
  list(after: LeaderboardKey | undefined, limit: number): Promise<RankedChild[]>;
  /** The rank of a child with `xp` XP, counted from 1; null beyond MAX_EXACT_RANK. */
  getRank(xp: number): Promise<number | null>;
}

/** The leaderboard of all children whose guardians allow it. It can be long, so it is read page by page. */
export function createGlobalLeaderboard(ctx: Context, period: Period): Leaderboard {
  const replica = onReplica(ctx);
  return {
    period,
    count: async () =>
      findCachedThreshold(ctx, period) === undefined ? countAndCacheThreshold(ctx, period) : MAX_EXACT_RANK,
    async list(after, limit) {
      const entries = await listLeaderboard(replica, period, after, limit);
      const [firstEntry] = entries;
      if (!firstEntry) return [];
      const aboveCount = after ? await countChildrenWithMoreXp(replica, period, firstEntry.xp, MAX_EXACT_RANK) : 0;
      const tieCount =
        after && aboveCount < MAX_EXACT_RANK ? await countTiesBefore(replica, period, firstEntry, MAX_EXACT_RANK) : 0;
      const ranks = computeRanks(entries, aboveCount, tieCount);
      return entries.map((entry, i) => ({ ...entry, rank: ranks[i] ?? null }));
    },
    async getRank(xp) {
      if (xp < (findCachedThreshold(ctx, period) ?? 0)) return null;
      const aboveCount = await countChildrenWithMoreXp(replica, period, xp, MAX_EXACT_RANK);
      return aboveCount < MAX_EXACT_RANK ? aboveCount + 1 : null;
    },
  };
}

/** The cached XP of the child at rank MAX_EXACT_RANK, by database and by period. */
const thresholds = new WeakMap<Context['database'], Map<string, { readonly xp: number; readonly until: Instant }>>();
const THRESHOLD_TTL_SECONDS = MINUTE;

/**
 * Finds the XP of the child at rank MAX_EXACT_RANK, which is cached for a minute. XP rarely decreases, so a child with
 * less XP stays beyond that rank during this minute. Returns undefined when no XP is cached. No XP is cached for a
 * leaderboard with fewer than MAX_EXACT_RANK children, because they are cheap to count.
 */
function findCachedThreshold({ database, now }: Context, period: Period): number | undefined {
  const threshold = thresholds.get(database)?.get(toCacheKey(period));
  return threshold && threshold.until > now() ? threshold.xp : undefined;
}

async function countAndCacheThreshold(ctx: Context, period: Period): Promise<number> {
  const { database, now } = ctx;
  const replica = onReplica(ctx);
  const count = await countLeaderboardRows(replica, period, MAX_EXACT_RANK);
  const lastRanked = count < MAX_EXACT_RANK ? undefined : await findLeaderboardKey(replica, period, MAX_EXACT_RANK);
  if (!lastRanked) return count;
  const cachedThresholds = thresholds.get(database) ?? new Map<string, { xp: number; until: Instant }>();
  thresholds.set(
    database,
    cachedThresholds.set(toCacheKey(period), { xp: lastRanked.xp, until: addSeconds(now(), THRESHOLD_TTL_SECONDS) }),
  );
  return count;
}

function toCacheKey({ kind, value }: Period): string {
  return `${kind} ${value}`;
}

/** The leaderboard of a small group: a family or the members of a planet. */
export async function createGroupLeaderboard(
  ctx: Context,
  period: Period,
  ids: readonly string[],
  included: Included,
): Promise<Leaderboard> {
  const xpTotalsById = new Map((await listXpTotals(ctx, ids)).map((totals) => [totals.profile_id, totals]));
  const children = ids
    .map((profile_id) => {
      const xpTotals = xpTotalsById.get(profile_id);
      const { xp_total = 0, listed = 0 } = xpTotals ?? {};
      return { profile_id, xp: getXpInPeriod(period, xpTotals), xp_total, listed };
    })
    .filter(({ xp, listed }) => included === 'all' || (listed === 1 && xp > 0))
    .sort(compareLeaderboardKeys);
  const ranks = computeRanks(children, 0, 0);
  const rankedChildren = children.map((child, i): RankedChild => ({ ...child, rank: ranks[i] ?? null }));
  return {
    period,
    count: async () => rankedChildren.length,
    list: async (after, limit) =>
      rankedChildren.filter((child) => !after || compareLeaderboardKeys(after, child) < 0).slice(0, limit),
    getRank: async (xp) => rankedChildren.filter((child) => child.xp > xp).length + 1,
  };
}

/**
 * The leaderboard of a family includes all its children; that of a planet only those whose guardians allow leaderboards and who
 * have XP in the period.
 */
type Included = 'all' | 'listed';
