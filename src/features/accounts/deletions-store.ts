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

/** Undoes what was planned for a profile, and for the children that would have gone with it. */
export async function deleteDeletion(tx: Tx, profileId: string): Promise<void> {
  await tx
    .deleteFrom('deletions')
    .where((where) => where.or([where('profile_id', '=', profileId), where('with_account', '=', profileId)]))
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

/** The children that are planned to go with an account. */
export async function listGoingWith(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('deletions')
    .select('profile_id')
    .where('with_account', '=', accountId)
    .orderBy('profile_id')
    .execute();
  return rows.map(({ profile_id }) => profile_id);
}
