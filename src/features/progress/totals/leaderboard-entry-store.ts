import type { Reader } from '../../../platform/database/index.ts';
import type { TotalsRow } from '../../../schema/tables.ts';

/** What boards know of a child: XP in all, of the last week and month it earned any in, and whether it is listed. */
export type LeaderboardEntry = Pick<
  TotalsRow,
  'profile_id' | 'xp_total' | 'week' | 'week_xp' | 'month' | 'month_xp' | 'listed'
>;

/** Of these children; who has done nothing yet is not among them. */
export async function listLeaderboardEntries(db: Reader, profileIds: readonly string[]): Promise<LeaderboardEntry[]> {
  if (profileIds.length === 0) return [];
  return db
    .selectFrom('totals')
    .select(['profile_id', 'xp_total', 'week', 'week_xp', 'month', 'month_xp', 'listed'])
    .where('profile_id', 'in', profileIds)
    .execute();
}
