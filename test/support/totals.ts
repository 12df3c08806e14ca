import type { TotalsRow } from '../../src/schema/tables.ts';
import type { World } from './world.ts';

/** A child's totals as they may stand, with zeros where nothing is said. */
export async function setTotals(world: World, profile_id: string, totals: Partial<TotalsRow>): Promise<void> {
  const row: TotalsRow = {
    profile_id,
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
    perfect_quizzes: 0,
    creative_approved: 0,
    todos_done: 0,
    planets_joined: 0,
    days_active: 0,
    comeback_days: 0,
    streak_last_at: null,
    streak_taken_until: null,
    freezes_held: 0,
    freeze_week: null,
    week: null,
    week_xp: 0,
    month: null,
    month_xp: 0,
    listed: 0,
    ...totals,
  };
  await world.ctx.write((tx) =>
    tx
      .insertInto('totals')
      .values(row)
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(row))
      .execute(),
  );
}
