import type { Place } from '../../core/cursor.ts';
import { prepared, type Reader } from '../../platform/database/index.ts';
import type { EarnedBadgeRow, TotalsRow } from '../../schema/tables.ts';

export type Totals = Omit<TotalsRow, 'profile_id'>;
export type EarnedBadge = Omit<EarnedBadgeRow, 'profile_id'>;

const NOTHING_YET: Totals = {
  xp_total: 0,
  tasks_completed: 0,
  tasks_in_progress: 0,
  worlds_completed: 0,
  locations_completed: 0,
  badges_count: 0,
  streak_days: 0,
  streak_last_date: null,
  longest_streak_days: 0,
  total_time_seconds: 0,
};

const COLUMNS = [
  'xp_total',
  'tasks_completed',
  'tasks_in_progress',
  'worlds_completed',
  'locations_completed',
  'badges_count',
  'streak_days',
  'streak_last_date',
  'longest_streak_days',
  'total_time_seconds',
] as const;

const totalsOf = prepared((db, { id }: { id: string }) =>
  db.selectFrom('totals').select(COLUMNS).where('profile_id', '=', id),
);

/** What a profile has reached; who has done nothing yet, and a parent, has zeros. */
export async function getTotals(db: Reader, profileId: string): Promise<Totals> {
  const [totals] = await totalsOf(db, { id: profileId });
  return totals ?? NOTHING_YET;
}

/** Newest first, from behind `after` (earned_at, badge_id); at most `limit`. */
export async function listEarnedBadges(
  db: Reader,
  profileId: string,
  after: Place | undefined,
  limit: number,
): Promise<EarnedBadge[]> {
  const [earnedAt = '', badgeId = ''] = after ?? [];
  return db
    .selectFrom('earned_badges')
    .select(['badge_id', 'earned_at'])
    .where('profile_id', '=', profileId)
    .$if(after !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('earned_at', '<', earnedAt),
          where.and([where('earned_at', '=', earnedAt), where('badge_id', '>', badgeId)]),
        ]),
      ),
    )
    .orderBy('earned_at', 'desc')
    .orderBy('badge_id')
    .limit(limit)
    .execute();
}
