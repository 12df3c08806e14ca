import { addSeconds, type Instant, MINUTE } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';
import {
  countLeaderboardRows,
  countTiesBefore,
  countWithMoreXp,
  findLeaderboardPosition,
  type LeaderboardPosition,
  listLeaderboard,
  listLeaderboardEntries,
} from '../progress/index.ts';
import { comparePositions, computeRanks, MAX_EXACT_RANK, type Period, xpIn } from './rules.ts';

export interface RankedChild extends LeaderboardPosition {
  readonly xp_total: number;
  /** Null beyond MAX_EXACT_RANK. */
  readonly rank: number | null;
}

/** Children by their XP in a period, the highest first. */
export interface Leaderboard {
  readonly period: Period;
  /** The number of children on it, counted up to MAX_EXACT_RANK. */
  count(): Promise<number>;
  /** The children after the position `after`, at most `limit`. */
  list(after: LeaderboardPosition | undefined, limit: number): Promise<RankedChild[]>;
  /** The rank of a child with this much XP; null beyond MAX_EXACT_RANK. */
  getRank(xp: number): Promise<number | null>;
}

/** The leaderboard of all children whose guardians allow it. It can be long, so it is read page by page. */
export function globalLeaderboard(ctx: Context, period: Period): Leaderboard {
  const db = ctx.replica;
  return {
    period,
    count: async () =>
      cachedThreshold(ctx, period) === undefined ? countAndCacheThreshold(ctx, period) : MAX_EXACT_RANK,
    async list(after, limit) {
      const entries = await listLeaderboard(db, period, after, limit);
      const [first] = entries;
      if (!first) return [];
      const above = after ? await countWithMoreXp(db, period, first.xp, MAX_EXACT_RANK) : 0;
      const ties = after && above < MAX_EXACT_RANK ? await countTiesBefore(db, period, first, MAX_EXACT_RANK) : 0;
      const ranks = computeRanks(entries, above, ties);
      return entries.map((entry, i) => ({ ...entry, rank: ranks[i] ?? null }));
    },
    async getRank(xp) {
      if (xp < (cachedThreshold(ctx, period) ?? 0)) return null;
      const above = await countWithMoreXp(db, period, xp, MAX_EXACT_RANK);
      return above < MAX_EXACT_RANK ? above + 1 : null;
    },
  };
}

/** The XP at the last exact rank, for each leaderboard that is long enough. */
const thresholds = new WeakMap<Context['database'], Map<string, { readonly xp: number; readonly until: Instant }>>();
const THRESHOLD_TTL = MINUTE;

/**
 * The XP of the child at MAX_EXACT_RANK, cached for a minute once a leaderboard has that many children. XP only grows, so a
 * child below it stays beyond that rank meanwhile. A shorter leaderboard has no threshold and is cheap to count.
 */
function cachedThreshold({ database, now }: Context, period: Period): number | undefined {
  const threshold = thresholds.get(database)?.get(toKey(period));
  return threshold && threshold.until > now() ? threshold.xp : undefined;
}

async function countAndCacheThreshold({ database, replica: db, now }: Context, period: Period): Promise<number> {
  const count = await countLeaderboardRows(db, period, MAX_EXACT_RANK);
  const last = count < MAX_EXACT_RANK ? undefined : await findLeaderboardPosition(db, period, MAX_EXACT_RANK);
  if (!last) return count;
  const cached = thresholds.get(database) ?? new Map<string, { xp: number; until: Instant }>();
  thresholds.set(database, cached.set(toKey(period), { xp: last.xp, until: addSeconds(now(), THRESHOLD_TTL) }));
  return count;
}

function toKey({ kind, key }: Period): string {
  return `${kind} ${key}`;
}

/** The leaderboard of a small group: a family or the members of a planet. */
export async function groupLeaderboard(
  { db }: Context,
  period: Period,
  ids: readonly string[],
  included: Included,
): Promise<Leaderboard> {
  const entries = new Map((await listLeaderboardEntries(db, ids)).map((entry) => [entry.profile_id, entry]));
  const children = ids
    .map((profile_id) => {
      const entry = entries.get(profile_id);
      const { xp_total = 0, listed = 0 } = entry ?? {};
      return { profile_id, xp: xpIn(period, entry), xp_total, listed };
    })
    .filter(({ xp, listed }) => included === 'all' || (listed === 1 && xp > 0))
    .sort(comparePositions);
  const ranks = computeRanks(children, 0, 0);
  const ranked = children.map((child, i): RankedChild => ({ ...child, rank: ranks[i] ?? null }));
  return {
    period,
    count: async () => ranked.length,
    list: async (after, limit) =>
      ranked.filter((child) => !after || comparePositions(after, child) < 0).slice(0, limit),
    getRank: async (xp) => ranked.filter((child) => child.xp > xp).length + 1,
  };
}

/** In a family all children are included; on a planet only those who are listed and have XP in the period. */
type Included = 'all' | 'listed';
