import { addDays } from '../../core/days.ts';
import type { Instant } from '../../core/instant.ts';
import {
  type LeaderboardEntry,
  type LeaderboardPeriod,
  type LeaderboardPlace,
  monthAt,
  weekAt,
} from '../progress/index.ts';

export const SCOPES = ['family', 'planet', 'global'] as const;
export const PERIODS = ['week', 'month', 'all'] as const;

/** Ranks and participants are told exactly up to here: what it costs to count them has an end (gap 72). */
export const MAX_EXACT_RANK = 10_000;
/** With fewer on it a board outside the family stays empty: it would show who is who. */
export const MIN_PARTICIPANTS = 5;

export interface Period extends LeaderboardPeriod {
  readonly starts_at: Instant | null;
  readonly ends_at: Instant | null;
}

/** The week or month of a moment, by UTC; or all time, which neither begins nor ends. */
export function periodAt(kind: LeaderboardPeriod['kind'], now: Instant): Period {
  if (kind === 'all') return { kind, of: '', starts_at: null, ends_at: null };
  const of = kind === 'week' ? weekAt(now) : monthAt(now);
  const first = kind === 'week' ? of : `${of}-01`;
  const next = kind === 'week' ? addDays(first, 7) : `${monthAt(addDays(first, 31))}-01`;
  return { kind, of, starts_at: `${first}T00:00:00.000Z`, ends_at: `${next}T00:00:00.000Z` };
}

/** What a child has earned in a period. */
export function xpIn({ kind, of }: LeaderboardPeriod, standing: LeaderboardEntry | undefined): number {
  if (!standing) return 0;
  if (kind === 'all') return standing.xp_total;
  return standing[kind] === of ? Math.max(0, standing[`${kind}_xp`]) : 0;
}

/** The order of every board: more XP first, ties by id backwards, as the database has it. */
export function compare(one: LeaderboardPlace, other: LeaderboardPlace): number {
  return other.xp - one.xp || (one.profile_id > other.profile_id ? -1 : 1);
}

/**
 * Ranks of neighbours on a board of whom the first has `above` others with more XP and `tiesBefore` with as much before
 * it. Ties share a rank, and the next one's counts them all; beyond EXACT there is none.
 */
export function ranksOf(neighbours: readonly { xp: number }[], above: number, tiesBefore: number): (number | null)[] {
  const ranks: number[] = [];
  for (const [i, { xp }] of neighbours.entries()) {
    const isTie = i > 0 && xp === neighbours[i - 1]?.xp;
    ranks.push(i === 0 ? above + 1 : isTie ? (ranks[i - 1] ?? 0) : above + tiesBefore + i + 1);
  }
  return ranks.map((rank) => (rank > MAX_EXACT_RANK ? null : rank));
}
