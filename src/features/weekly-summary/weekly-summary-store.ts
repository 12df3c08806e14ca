import { addDays, type Day } from '../../core/time/days.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { hasNoPlannedDeletion } from '../accounts/index.ts';

/**
 * The next `limit` parents by id after `afterId`. `isDue` is true when the summary of the week of `monday` has not been sent,
 * the parent wants it, and a child was active in that week; profiles whose deletion is planned do not count. Parents whose
 * summary is not due are returned too, so that a call reads a limited number of rows even if few summaries are due.
 */
export async function listParentsAfter(ctx: Context, monday: Day, afterId: string, limit: number) {
  const { db } = ctx;
  const parents = db
    .selectFrom('guardians')
    .select('parent_id')
    .distinct()
    .where('parent_id', '>', afterId)
    .orderBy('parent_id')
    .limit(limit);
  const rows = await db
    .selectFrom(parents.as('next'))
    .innerJoin('profiles as parent', 'parent.id', 'next.parent_id')
    .leftJoin('weekly_summary_settings as settings', 'settings.profile_id', 'parent.id')
    .leftJoin('deletions as deletion', 'deletion.profile_id', 'parent.id')
    .select(['parent.id', 'parent.email', 'parent.language'])
    .select(({ and, or, eb }) => {
      const isWaiting = and([
        eb('deletion.profile_id', 'is', null),
        or([eb('settings.enabled', 'is', null), eb('settings.enabled', '=', 1)]),
        or([eb('settings.last_week', 'is', null), eb('settings.last_week', '<', monday)]),
      ]);
      return eb.case().when(isWaiting).then(1).else(0).end().as('is_waiting');
    })
    .orderBy('parent.id')
    .execute();
  const waitingIds = rows.flatMap(({ id, is_waiting }) => (is_waiting === 1 ? id : []));
  const idsWithActiveChild = await listParentsWithActiveChild(ctx, monday, waitingIds);
  return rows.map(({ is_waiting: _, ...parent }) => ({ ...parent, isDue: idsWithActiveChild.has(parent.id) }));
}

/** Those of the parents who have a child, without a planned deletion, that was active in the week of `monday`. */
async function listParentsWithActiveChild({ db }: Context, monday: Day, parentIds: readonly string[]) {
  if (parentIds.length === 0) return new Set<string>();
  const rows = await db
    .selectFrom('guardians as link')
    .innerJoin('progress_days as stats', 'stats.profile_id', 'link.child_id')
    .select('link.parent_id')
    .distinct()
    .where('link.parent_id', 'in', parentIds)
    .where(hasNoPlannedDeletion('link.child_id'))
    .where('stats.active', '=', 1)
    .where('stats.day', '>=', monday)
    .where('stats.day', '<', addDays(monday, 7))
    .execute();
  return new Set(rows.map(({ parent_id }) => parent_id));
}

/**
 * Claims the right to send a parent the summary of the week of `monday`. Returns true for only one of several concurrent calls,
 * and only if the parent wants the summary.
 */
export async function claimWeeklySummary({ db }: TxContext, parentId: string, monday: Day): Promise<boolean> {
  const row = await db
    .insertInto('weekly_summary_settings')
    .values({ profile_id: parentId, enabled: 1, last_week: monday })
    .onConflict((conflict) =>
      conflict
        .column('profile_id')
        .doUpdateSet({ last_week: monday })
        .where('weekly_summary_settings.enabled', '=', 1)
        .where(({ or, eb }) =>
          or([
            eb('weekly_summary_settings.last_week', 'is', null),
            eb('weekly_summary_settings.last_week', '<', monday),
          ]),
        ),
    )
    .returning('profile_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a parent wants the summary; true until the parent changes it. */
export async function wantsWeeklySummary({ db }: Context, parentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('weekly_summary_settings')
    .select('enabled')
    .where('profile_id', '=', parentId)
    .executeTakeFirst();
  return row?.enabled !== 0;
}

export async function saveWeeklySummarySetting(ctx: Context, parentId: string, isEnabled: boolean): Promise<void> {
  const enabled = Number(isEnabled);
  await ctx.write(async ({ db }) => {
    await db
      .insertInto('weekly_summary_settings')
      .values({ profile_id: parentId, enabled, last_week: null })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ enabled }))
      .execute();
  });
}
