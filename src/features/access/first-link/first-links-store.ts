import { addSeconds, DAY } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { FIRST_LINK_DAYS } from '../../../schema/retention.ts';
import type { FirstLinkRow } from '../../../schema/tables.ts';

/** The first links of these children that can still be undone. */
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

/**
 * Stores that a child has just been linked. If an earlier first link can still be undone, its PIN remains the one that undoes the
 * link, because its guardian may have set the present one before leaving.
 */
export async function saveFirstLink(ctx: TxContext, link: FirstLinkRow): Promise<void> {
  const [earlierLink] = await listFirstLinks(ctx, [link.profile_id]);
  const { pin_hash, pin_set_at } = earlierLink ?? link;
  const row = { ...link, pin_hash, pin_set_at };
  await ctx.db
    .insertInto('first_links')
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(row))
    .execute();
}

/** Deletes a first link. Returns false if it has been deleted or replaced in the meantime. */
export async function deleteFirstLink(
  { db }: TxContext,
  { profile_id, linked_at }: Pick<FirstLinkRow, 'profile_id' | 'linked_at'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('first_links')
    .where('profile_id', '=', profile_id)
    .where('linked_at', '=', linked_at)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
