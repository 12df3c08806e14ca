import { addDays, type Day } from '../../core/time/days.ts';
import type { Reader, Tx } from '../../platform/database/index.ts';

/**
 * Parents who have not yet received the summary of the week of `monday`, want it, and have a child who was active in that
 * week. Ordered by id, starting after `after`.
 */
export async function listDigestRecipients(db: Reader, monday: Day, after: string, limit: number) {
  return db
    .selectFrom('profiles as p')
    .leftJoin('letter_settings as s', 's.profile_id', 'p.id')
    .leftJoin('deletions as d', 'd.profile_id', 'p.id')
    .select(['p.id', 'p.email', 'p.language'])
    .where('p.role', '=', 'parent')
    .where('p.id', '>', after)
    .where('d.profile_id', 'is', null)
    .where(({ or, eb }) => or([eb('s.weekly', 'is', null), eb('s.weekly', '=', 1)]))
    .where(({ or, eb }) => or([eb('s.last_week', 'is', null), eb('s.last_week', '<', monday)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('guardians as g')
          .innerJoin('progress_days as day', 'day.profile_id', 'g.child_id')
          .select('g.child_id')
          .whereRef('g.parent_id', '=', 'p.id')
          .where('g.child_id', 'not in', db.selectFrom('deletions').select('profile_id'))
          .where('day.active', '=', 1)
          .where('day.day', '>=', monday)
          .where('day.day', '<', addDays(monday, 7)),
      ),
    )
    .orderBy('p.id')
    .limit(limit)
    .execute();
}

/** Claims a parent's summary of a week; true for one caller only, and only while the parent wants it. */
export async function claimWeek(tx: Tx, parentId: string, monday: Day): Promise<boolean> {
  const row = await tx
    .insertInto('letter_settings')
    .values({ profile_id: parentId, weekly: 1, last_week: monday })
    .onConflict((conflict) =>
      conflict
        .column('profile_id')
        .doUpdateSet({ last_week: monday })
        .where('letter_settings.weekly', '=', 1)
        .where(({ or, eb }) =>
          or([eb('letter_settings.last_week', 'is', null), eb('letter_settings.last_week', '<', monday)]),
        ),
    )
    .returning('profile_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function wantsWeekly(db: Reader, parentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('letter_settings')
    .select('weekly')
    .where('profile_id', '=', parentId)
    .executeTakeFirst();
  return row?.weekly !== 0;
}

export async function saveWeekly(tx: Tx, parentId: string, wanted: boolean): Promise<void> {
  const weekly = Number(wanted);
  await tx
    .insertInto('letter_settings')
    .values({ profile_id: parentId, weekly, last_week: null })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ weekly }))
    .execute();
}
