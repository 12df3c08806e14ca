import type { Reader } from '../../../platform/database/index.ts';
import type { TotalsRow } from '../../../schema/tables.ts';

/** A child's data for leaderboards: total XP, XP of the last active week and month, and whether the child is listed. */
export type LeaderboardEntry = Pick<
  TotalsRow,
  'profile_id' | 'xp_total' | 'week' | 'week_xp' | 'month' | 'month_xp' | 'listed'
>;

/** The entries of these children. A child without any activity has none. */
export async function listLeaderboardEntries(db: Reader, profileIds: readonly string[]): Promise<LeaderboardEntry[]> {
  if (profileIds.length === 0) return [];
  return db
    .selectFrom('totals')
    .select(['profile_id', 'xp_total', 'week', 'week_xp', 'month', 'month_xp', 'listed'])
    .where('profile_id', 'in', profileIds)
    .execute();
}
