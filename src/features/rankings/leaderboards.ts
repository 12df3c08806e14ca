import { addSeconds, type Instant, MINUTE } from '../../core/instant.ts';
import type { Context } from '../../platform/context.ts';
import {
  countAbove,
  countLeaderboard,
  countTiesBefore,
  findLeaderboardPlace,
  type LeaderboardPlace,
  listLeaderboard,
  listLeaderboardEntries,
} from '../progress/index.ts';
import { compare, MAX_EXACT_RANK, type Period, ranksOf, xpIn } from './rules.ts';

export interface RankedChild extends LeaderboardPlace {
  readonly xp_total: number;
  /** Null beyond EXACT. */
  readonly rank: number | null;
}

/** Children in the order of their XP. */
export interface Leaderboard {
  /** How many are on it, counted up to EXACT. */
  count(): Promise<number>;
  /** From behind `after`, at most `limit`. */
  list(after: LeaderboardPlace | undefined, limit: number): Promise<RankedChild[]>;
  /** The rank of somebody on it who has earned this; null beyond EXACT. */
  rankOf(xp: number): Promise<number | null>;
}

/** All children whose parents show them, however many: it is read page by page. */
export function globalLeaderboard(ctx: Context, period: Period): Leaderboard {
  const { db } = ctx;
  return {
    count: async () => (edgeOf(ctx, period) === undefined ? countAndKeepEdge(ctx, period) : MAX_EXACT_RANK),
    async list(after, limit) {
      const places = await listLeaderboard(db, period, after, limit);
      const [first] = places;
      if (!first) return [];
      const above = after ? await countAbove(db, period, first.xp, MAX_EXACT_RANK) : 0;
      const ties = after && above < MAX_EXACT_RANK ? await countTiesBefore(db, period, first, MAX_EXACT_RANK) : 0;
      const ranks = ranksOf(places, above, ties);
      return places.map((place, i) => ({ ...place, rank: ranks[i] ?? null }));
    },
    async rankOf(xp) {
      if (xp < (edgeOf(ctx, period) ?? 0)) return null;
      const above = await countAbove(db, period, xp, MAX_EXACT_RANK);
      return above < MAX_EXACT_RANK ? above + 1 : null;
    },
  };
}

/** The XP of the last place with an exact rank, of each board that has so many. */
const edges = new WeakMap<Context['database'], Map<string, { readonly xp: number; readonly until: Instant }>>();
const EDGE_LIVES = MINUTE;

/**
 * A long board is counted once a minute rather than for everybody who looks: it does not become short meanwhile, and as
 * XP grows whoever stood below the edge has as many before them now. A short one has no edge, and is cheap to count.
 */
function edgeOf({ database, now }: Context, period: Period): number | undefined {
  const edge = edges.get(database)?.get(nameOf(period));
  return edge && edge.until > now() ? edge.xp : undefined;
}

async function countAndKeepEdge({ database, db, now }: Context, period: Period): Promise<number> {
  const count = await countLeaderboard(db, period, MAX_EXACT_RANK);
  const last = count < MAX_EXACT_RANK ? undefined : await findLeaderboardPlace(db, period, MAX_EXACT_RANK);
  if (!last) return count;
  const kept = edges.get(database) ?? new Map<string, { xp: number; until: Instant }>();
  edges.set(database, kept.set(nameOf(period), { xp: last.xp, until: addSeconds(now(), EDGE_LIVES) }));
  return count;
}

function nameOf({ kind, of }: Period): string {
  return `${kind} ${of}`;
}

/** A few children: a family, or the members of a planet. */
export async function groupLeaderboard(
  { db }: Context,
  period: Period,
  ids: readonly string[],
  who: Who,
): Promise<Leaderboard> {
  const standings = new Map((await listLeaderboardEntries(db, ids)).map((standing) => [standing.profile_id, standing]));
  const places = ids
    .map((profile_id) => {
      const standing = standings.get(profile_id);
      const { xp_total = 0, listed = 0 } = standing ?? {};
      return { profile_id, xp: xpIn(period, standing), xp_total, listed };
    })
    .filter(({ xp, listed }) => who === 'everybody' || (listed === 1 && xp > 0))
    .sort(compare);
  const ranks = ranksOf(places, 0, 0);
  const ranked = places.map((place, i): RankedChild => ({ ...place, rank: ranks[i] ?? null }));
  return {
    count: async () => ranked.length,
    list: async (after, limit) => ranked.filter((place) => !after || compare(after, place) < 0).slice(0, limit),
    rankOf: async (xp) => ranked.filter((place) => place.xp > xp).length + 1,
  };
}

/** In a family everybody is on the board; among strangers those who are listed and have earned something. */
type Who = 'everybody' | 'listed';
