import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { DeletionRow } from '../../../schema/tables.ts';

export type PlannedDeletion = DeletionRow;

/** Plans the deletion of a profile. Returns false, without a change, if a deletion is already planned. */
export async function insertPlannedDeletion(
  { db }: TxContext,
  deletion: Omit<PlannedDeletion, 'erasing_since'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deletions')
    .values(deletion)
    .onConflict((conflict) => conflict.column('profile_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findPlannedDeletion({ db }: Context, profileId: string): Promise<PlannedDeletion | undefined> {
  return db.selectFrom('deletions').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

/** The planned deletions of a parent and of the parent's children. */
export function selectDeletionsInFamily({ db }: Context, parentId: string) {
  const familyIds = db
    .selectFrom('guardians')
    .select('child_id as id')
    .where('parent_id', '=', parentId)
    .unionAll(db.selectFrom('profiles').select('id').where('id', '=', parentId));
  return db
    .selectFrom('deletions')
    .select(['profile_id', 'planned_by', 'planned_at', 'due_at', 'erasing_since', 'with_account'])
    .where('profile_id', 'in', familyIds);
}

/** Cancels the planned deletion of a profile. Returns false if there is none, or if the profile is already being erased. */
export async function cancelDeletion({ db }: TxContext, profileId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('deletions')
    .where('profile_id', '=', profileId)
    .where('erasing_since', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Makes a child's planned deletion depend on the planned deletion of the account `with_account`, or on no account if it is null.
 * The time of the child's deletion does not change.
 */
export async function setDeletionAccount(
  { db }: TxContext,
  childId: string,
  with_account: string | null,
): Promise<void> {
  await db.updateTable('deletions').set({ with_account }).where('profile_id', '=', childId).execute();
}

/** Postpones the deletions of an account and of the children deleted with it to `until`, except for those that are due later. */
export async function postponeDeletion({ db }: TxContext, accountId: string, until: Instant): Promise<void> {
  await db
    .updateTable('deletions')
    .set({ due_at: until })
    .where((eb) => eb.or([eb('profile_id', '=', accountId), eb('with_account', '=', accountId)]))
    .where('due_at', '<', until)
    .where('erasing_since', 'is', null)
    .execute();
}

/**
 * The ids of profiles that are due for deletion, except for children that are deleted together with an account: the first
 * `limit` ids after `afterId`.
 */
export async function listProfileIdsDueForDeletion(
  { db, now }: Context,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deletions')
    .select('profile_id')
    .where('due_at', '<=', now())
    .where('with_account', 'is', null)
    .where('profile_id', '>', afterId)
    .orderBy('profile_id')
    .limit(limit)
    .execute();
  return rows.map(({ profile_id }) => profile_id);
}

/** At most 100 ids of children whose deletion depends on the deletion of an account, although that deletion is no longer planned. */
export async function listChildIdsOfOrphanedDeletions({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('deletions as child')
    .leftJoin('deletions as account', 'account.profile_id', 'child.with_account')
    .select('child.profile_id')
    .where('child.with_account', 'is not', null)
    .where('account.profile_id', 'is', null)
    .orderBy('child.profile_id')
    .limit(100)
    .execute();
  return rows.map(({ profile_id }) => profile_id);
}

/**
 * Records that the erasure of a profile whose deletion is due has begun. An erasure that began earlier keeps its time.
 * Returns false if no deletion is due. A deletion that has begun cannot be canceled, and no longer depends on the deletion
 * of an account.
 */
export async function beginErasing({ db, now }: TxContext, profileId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deletions')
    .set((eb) => ({ erasing_since: eb.fn.coalesce('erasing_since', eb.val(now())), with_account: null }))
    .where('profile_id', '=', profileId)
    .where('due_at', '<=', now())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Plans and begins the erasure of a profile, whether or not its deletion is already planned. */
export async function beginErasingNow(ctx: TxContext, profileId: string): Promise<void> {
  await makeDeletionDue(ctx, profileId);
  await beginErasing(ctx, profileId);
}

/** Makes the deletion of a profile due now, and plans it if none is planned. */
export async function makeDeletionDue({ db, now }: TxContext, profileId: string): Promise<void> {
  const due = { planned_by: null, with_account: null, due_at: now() };
  await db
    .insertInto('deletions')
    .values({ profile_id: profileId, planned_at: now(), erasing_since: null, ...due })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(due))
    .execute();
}

/** Locks a deletion that has begun, so that one process at a time erases the profile's rows. Returns false if there is none. */
export async function lockBegunDeletion({ db }: TxContext, profileId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deletions')
    .set((eb) => ({ erasing_since: eb.ref('erasing_since') }))
    .where('profile_id', '=', profileId)
    .where('erasing_since', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the rows of a profile are being erased. */
export async function isBeingErased(ctx: Context, profileId: string): Promise<boolean> {
  return (await findPlannedDeletion(ctx, profileId))?.erasing_since != null;
}

/**
 * An SQL condition that is true for profiles whose deletion is not planned (gap 127). `column` is the column with the
 * profile's id, qualified by its table, such as `member.profile_id`.
 */
export function hasNoPlannedDeletion(column: string): RawBuilder<SqlBool> {
  // With "not in" instead of "not exists", PostgreSQL would read all planned deletions.
  return sql<SqlBool>`not exists (select 1 from deletions where deletions.profile_id = ${sql.ref(column)})`;
}
