import { toUtcMidnight } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import { getCalendarPeriod, type LeaderboardKey, type LeaderboardPeriod, type XpTotals } from '../progress/index.ts';

export const SCOPES = ['family', 'planet', 'global'] as const;
export const PERIOD_KINDS = ['week', 'month', 'all'] as const;

/** Ranks and numbers of participants are exact up to this number, which limits the cost of counting (gap 72). */
export const MAX_EXACT_RANK = 10_000;
/** A leaderboard outside the family is empty with fewer participants, because a few could be recognized despite their pseudonyms. */
export const MIN_PARTICIPANTS = 5;

export interface Period extends LeaderboardPeriod {
  readonly starts_at: Instant | null;
  readonly ends_at: Instant | null;
}

/** The week or month of an instant in UTC, or all time, which has no start and no end. */
export function getPeriod(kind: LeaderboardPeriod['kind'], now: Instant): Period {
  if (kind === 'all') return { kind, value: '', starts_at: null, ends_at: null };
  const { first, next } = getCalendarPeriod(kind, now);
  const value = kind === 'week' ? first : first.slice(0, 'yyyy-mm'.length);
  return { kind, value, starts_at: toUtcMidnight(first), ends_at: toUtcMidnight(next) };
}

/** A child's XP in a period. */
export function getXpInPeriod({ kind, value }: LeaderboardPeriod, xpTotals: XpTotals | undefined): number {
  if (!xpTotals) return 0;
  if (kind === 'all') return xpTotals.xp_total;
  return xpTotals[kind] === value ? Math.max(0, xpTotals[`${kind}_xp`]) : 0;
}

/** The order of all leaderboards: more XP first, ties in descending order of ids, as in the database. */
export function compareLeaderboardKeys(a: LeaderboardKey, b: LeaderboardKey): number {
  return b.xp - a.xp || (a.profile_id > b.profile_id ? -1 : 1);
}

/**
 * The ranks of consecutive entries, counted from 1. Before the first entry there are `aboveCount` entries with more XP and
 * `tieCount` entries with the same XP. Ties share a rank, and the next rank is higher by the number of ties. Null beyond
 * MAX_EXACT_RANK.
 */
export function computeRanks(
  entries: readonly { xp: number }[],
  aboveCount: number,
  tieCount: number,
): (number | null)[] {
  return entries.map(({ xp }) => {
    const firstTieIndex = entries.findIndex((entry) => entry.xp === xp);
    const rank = firstTieIndex === 0 ? aboveCount + 1 : aboveCount + tieCount + firstTieIndex + 1;
    return rank > MAX_EXACT_RANK ? null : rank;
  });
}
