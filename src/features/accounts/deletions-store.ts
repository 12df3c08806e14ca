import type { Instant } from '../../core/instant.ts';
import type { Reader, Tx } from '../../platform/database/index.ts';
import type { DeletionRow } from '../../schema/tables.ts';

export type Deletion = DeletionRow;

/** Plans that a profile is to be gone; false when that was planned already, which keeps its day. */
export async function insertDeletion(tx: Tx, deletion: Deletion): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('deletions')
    .values(deletion)
    .onConflict((conflict) => conflict.column('profile_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findDeletion(db: Reader, profileId: string): Promise<Deletion | undefined> {
  return db.selectFrom('deletions').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

/** Of these profiles, when each that is planned to be gone will be. */
export async function listDueTimes(db: Reader, profileIds: readonly string[]): Promise<Map<string, Instant>> {
  if (profileIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('deletions')
    .select(['profile_id', 'due_at'])
    .where('profile_id', 'in', profileIds)
    .execute();
  return new Map(rows.map(({ profile_id, due_at }) => [profile_id, due_at]));
}

/** Undoes what was planned for a profile; true when there was a plan. */
export async function deleteDeletion(tx: Tx, profileId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('deletions').where('profile_id', '=', profileId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Binds a child's planned deletion to an account, or to none: then it is a plan of its own. The day stays. */
export async function bindDeletion(tx: Tx, childId: string, with_account: string | null): Promise<void> {
  await tx.updateTable('deletions').set({ with_account }).where('profile_id', '=', childId).execute();
}

/** Moves the day of an account, and of the children that go with it, to `until` unless it is later already. */
export async function postponeDeletion(tx: Tx, accountId: string, until: Instant): Promise<void> {
  await tx
    .updateTable('deletions')
    .set({ due_at: until })
    .where((where) => where.or([where('profile_id', '=', accountId), where('with_account', '=', accountId)]))
    .where('due_at', '<', until)
    .execute();
}

/** Profiles whose time has come, children that go with an account apart: that account takes them along. */
export async function listDueDeletions(db: Reader, now: Instant, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deletions')
    .select('profile_id')
    .where('due_at', '<=', now)
    .where('with_account', 'is', null)
    .where('profile_id', '>', after)
    .orderBy('profile_id')
    .limit(limit)
    .execute();
  return rows.map(({ profile_id }) => profile_id);
}

/** Takes a planned deletion out to carry it out now; true for one caller only, and only when its time has come. */
export async function claimDeletion(tx: Tx, profileId: string, now: Instant): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('deletions')
    .where('profile_id', '=', profileId)
    .where('due_at', '<=', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
