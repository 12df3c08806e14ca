import { addSeconds, DAY } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { FIRST_LINK_DAYS } from '../../../schema/retention.ts';
import type { FirstLinkRow } from '../../../schema/tables.ts';

/** The first links of these children in the last seven days, undone ones included. */
export async function listFirstLinks({ db, now }: Context, profileIds: readonly string[]): Promise<FirstLinkRow[]> {
  if (profileIds.length === 0) return [];
  return db
    .selectFrom('first_links')
    .selectAll()
    .where('profile_id', 'in', profileIds)
    .where('linked_at', '>', addSeconds(now(), -FIRST_LINK_DAYS * DAY))
    .orderBy('profile_id')
    .execute();
}

/** Stores that a child has just been linked, in place of an earlier first link. */
export async function saveFirstLink({ db }: TxContext, row: FirstLinkRow): Promise<void> {
  const { profile_id: _, ...columns } = row;
  await db
    .insertInto('first_links')
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(columns))
    .execute();
}

/** Marks a first link as undone. Returns false if it has been undone or replaced in the meantime. */
export async function markFirstLinkUndone(
  { db, now }: TxContext,
  { profile_id, linked_at }: Pick<FirstLinkRow, 'profile_id' | 'linked_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('first_links')
    .set({ undone_at: now() })
    .where('profile_id', '=', profile_id)
    .where('linked_at', '=', linked_at)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
