import type { Day } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { hasNoPlannedDeletion } from '../../accounts/index.ts';
import type { GoalPeriod } from '../rules.ts';

// These queries join tables of the `progress` feature, so that the database computes the sums and does not return a row for each
// member and day.

/** The XP of all members of each planet in a week (`week` is its Monday), by planet id. Planets without XP are omitted. */
export async function sumWeekXp(
  { db }: Context,
  planetIds: readonly string[],
  week: Day,
): Promise<Map<string, number>> {
  if (planetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('planet_members as member')
    .innerJoin('totals', 'totals.profile_id', 'member.profile_id')
    .select('member.planet_id')
    .select(({ fn }) => fn.sum<number>('totals.week_xp').as('xp'))
    .where('member.planet_id', 'in', planetIds)
    .where('member.left_at', 'is', null)
    .where(hasNoPlannedDeletion('member.profile_id'))
    .where('totals.week', '=', week)
    .where('totals.week_xp', '>', 0)
    .groupBy('member.planet_id')
    .execute();
  return new Map(rows.map(({ planet_id, xp }) => [planet_id, xp]));
}

/** Contributions to a goal, in XP or tasks. */
export interface GoalTotals {
  /** The contributions of all members. */
  readonly total: number;
  /** The contributions of the child who sent the request. */
  readonly own: number;
}

/**
 * The contributions of a planet's members in a period, in total and of `profileId`, by planet id. A member's
 * contributions count from the day of joining. Planets without contributions are omitted.
 */
export async function sumContributions(
  { db }: Context,
  planetIds: readonly string[],
  { firstDay, lastDay }: Pick<GoalPeriod, 'firstDay' | 'lastDay'>,
  profileId: string,
): Promise<Map<string, { xp: GoalTotals; tasks: GoalTotals }>> {
  const rows = await db
    .selectFrom('planet_members as member')
    .innerJoin('progress_days', (join) =>
      join
        .onRef('progress_days.profile_id', '=', 'member.profile_id')
        .onRef('progress_days.day', '>=', 'member.joined_on'),
    )
    .select('member.planet_id')
    .select(({ fn, case: createCase, ref }) => {
      const sumOwn = (column: 'progress_days.xp' | 'progress_days.tasks') =>
        fn.sum<number>(createCase().when('member.profile_id', '=', profileId).then(ref(column)).else(0).end());
      return [
        fn.sum<number>('progress_days.xp').as('xp'),
        fn.sum<number>('progress_days.tasks').as('tasks'),
        sumOwn('progress_days.xp').as('own_xp'),
        sumOwn('progress_days.tasks').as('own_tasks'),
      ];
    })
    .where('member.planet_id', 'in', planetIds)
    .where('member.left_at', 'is', null)
    .where(hasNoPlannedDeletion('member.profile_id'))
    .where('progress_days.day', '>=', firstDay)
    .where('progress_days.day', '<=', lastDay)
    .groupBy('member.planet_id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.planet_id,
      { xp: toGoalTotals(row.xp, row.own_xp), tasks: toGoalTotals(row.tasks, row.own_tasks) },
    ]),
  );
}

/** XP revoked for undone to-dos can exceed the XP earned in the period. Such a sum counts as zero. */
function toGoalTotals(total: number, own: number): GoalTotals {
  return { total: Math.max(0, total), own: Math.max(0, own) };
}

/** The members of each planet who joined first, at most `limit` for each planet. */
export async function listEarliestMembers(
  { db }: Context,
  planetIds: readonly string[],
  limit: number,
): Promise<{ planet_id: string; profile_id: string }[]> {
  if (planetIds.length === 0) return [];
  return db
    .selectFrom((subquery) =>
      subquery
        .selectFrom('planet_members')
        .select(['planet_id', 'profile_id'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('planet_id').orderBy('joined_at').orderBy('profile_id'))
            .as('join_rank'),
        )
        .where('planet_id', 'in', planetIds)
        .where('left_at', 'is', null)
        .where(hasNoPlannedDeletion('planet_members.profile_id'))
        .as('members'),
    )
    .select(['planet_id', 'profile_id'])
    .where('join_rank', '<=', limit)
    .orderBy('planet_id')
    .orderBy('join_rank')
    .execute();
}
