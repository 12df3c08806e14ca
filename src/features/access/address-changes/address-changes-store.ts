import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { AddressChangeRow } from '../../../schema/tables.ts';
import { selectGuardianIds } from '../../accounts/index.ts';

export type AddressChange = AddressChangeRow;

/** Which of the two mailboxes has confirmed a change. */
export type Mailbox = 'old' | 'new';

/** Stores a pending change in place of the parent's earlier one. The caller must hold the lock on the parent. */
export async function replacePendingChange(ctx: TxContext, change: AddressChange): Promise<void> {
  await deletePendingChange(ctx, change.profile_id);
  await insertAddressChange(ctx, change);
}

export async function insertAddressChange({ db }: TxContext, change: AddressChange): Promise<void> {
  await db.insertInto('address_changes').values(change).execute();
}

export async function findPendingChange({ db, now }: Context, parentId: string): Promise<AddressChange | undefined> {
  return db
    .selectFrom('address_changes')
    .selectAll()
    .where('profile_id', '=', parentId)
    .where('changed_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
}

/** Stores that a mailbox has confirmed a pending change. Returns the change, or undefined if it is no longer pending. */
export async function confirmPendingChange(
  { db, now }: TxContext,
  { profile_id, id }: AddressChange,
  mailbox: Mailbox,
): Promise<AddressChange | undefined> {
  return db
    .updateTable('address_changes')
    .set({ [`${mailbox}_confirmed_at`]: now() })
    .where('profile_id', '=', profile_id)
    .where('id', '=', id)
    .where('changed_at', 'is', null)
    .where('expires_at', '>', now())
    .returningAll()
    .executeTakeFirst();
}

/** Stores that a pending change was made, and how it can be undone. Returns false if it is no longer pending. */
export async function saveMadeChange(
  { db }: TxContext,
  { profile_id, id }: AddressChange,
  made: Pick<AddressChange, 'sealed_old' | 'digest' | 'changed_at' | 'expires_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('address_changes')
    .set({ ...made, voucher_id: null, confirm_digest: null })
    .where('profile_id', '=', profile_id)
    .where('id', '=', id)
    .where('changed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findChangeByDigest({ db, now }: Context, digest: string): Promise<AddressChange | undefined> {
  return db
    .selectFrom('address_changes')
    .selectAll()
    .where((eb) => eb.or([eb('digest', '=', digest), eb('confirm_digest', '=', digest)]))
    .where('expires_at', '>', now())
    .executeTakeFirst();
}

/** How many changes of a parent's address can still be undone, or were undone in the last days. */
export async function countMadeChanges({ db, now }: Context, parentId: string): Promise<number> {
  const { n } = await db
    .selectFrom('address_changes')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('profile_id', '=', parentId)
    .where('changed_at', 'is not', null)
    .where('expires_at', '>', now())
    .executeTakeFirstOrThrow();
  return n;
}

/** The changes of a parent's address whose undo makes the parent wait. */
export async function listUndoneChanges({ db, now }: Context, parentId: string): Promise<AddressChange[]> {
  return db
    .selectFrom('address_changes')
    .selectAll()
    .where('profile_id', '=', parentId)
    .where('undone_at', 'is not', null)
    .where('expires_at', '>', now())
    .orderBy('id')
    .execute();
}

/** Stores that somebody has objected to an undo: its link has been used, and the wait ends later. */
export async function saveDispute(
  { db }: TxContext,
  { profile_id, id }: AddressChange,
  expires_at: Instant,
): Promise<void> {
  await db
    .updateTable('address_changes')
    .set({ digest: null, expires_at })
    .where('profile_id', '=', profile_id)
    .where('id', '=', id)
    .execute();
}

export async function deletePendingChange({ db }: TxContext, parentId: string): Promise<void> {
  await db.deleteFrom('address_changes').where('profile_id', '=', parentId).where('changed_at', 'is', null).execute();
}

/**
 * Deletes the pending change of a parent, and the changes that were made at or after `since`. Those that were undone stay, because the wait
 * after them does not end sooner.
 */
export async function deleteChangesSince(ctx: TxContext, parentId: string, since: Instant): Promise<void> {
  await deletePendingChange(ctx, parentId);
  await ctx.db
    .deleteFrom('address_changes')
    .where('profile_id', '=', parentId)
    .where('changed_at', '>=', since)
    .where('undone_at', 'is', null)
    .execute();
}

export async function deleteAddressChanges({ db }: TxContext, parentId: string): Promise<void> {
  await db.deleteFrom('address_changes').where('profile_id', '=', parentId).execute();
}

/** The changes of all parents that can still be undone. Only for an operator: they are few, but the statement reads all rows. */
export async function listUndoableChanges({ db, now }: Context): Promise<AddressChange[]> {
  return db
    .selectFrom('address_changes')
    .selectAll()
    .where('changed_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('id')
    .execute();
}

/** The pending changes for which somebody vouches, and whose new addresses have to get their links now. */
export async function listOpenVouchings({ db, now }: Context): Promise<AddressChange[]> {
  return db
    .selectFrom('address_changes')
    .selectAll()
    .where('opens_at', '<=', now())
    .where('confirm_digest', 'is', null)
    .where('sealed_old', 'is', null) // pending; with `changed_at`, PostgreSQL would read the whole index of pending changes
    .where('expires_at', '>', now())
    .orderBy('opens_at')
    .orderBy('id')
    .execute();
}

/** The pending changes, for which somebody vouches, of the addresses of the guardians of a parent's children. */
export async function listVouchingsAmongGuardians(ctx: Context, parentId: string): Promise<AddressChange[]> {
  return ctx.db
    .selectFrom('address_changes')
    .selectAll()
    .where('profile_id', 'in', selectGuardianIds(ctx, parentId))
    .where('opens_at', 'is not', null)
    .where('sealed_old', 'is', null) // pending, as above
    .where('expires_at', '>', ctx.now())
    .orderBy('id')
    .execute();
}

export async function saveConfirmDigest(
  { db }: TxContext,
  { profile_id, id }: AddressChange,
  confirm_digest: string,
): Promise<void> {
  await db
    .updateTable('address_changes')
    .set({ confirm_digest })
    .where('profile_id', '=', profile_id)
    .where('id', '=', id)
    .execute();
}

/** Ends a vouching for a parent who has just proved that the mailbox is not lost. */
export async function endVouching({ db }: TxContext, parentId: string): Promise<void> {
  await db
    .deleteFrom('address_changes')
    .where('profile_id', '=', parentId)
    .where('changed_at', 'is', null)
    .where('opens_at', 'is not', null)
    .execute();
}

/**
 * Whether a parent has an address that no code from the old one confirmed, and that the old one can still undo, or one that has come back
 * by an undo in the last days.
 */
export async function hasUnconfirmedAddress({ db, now }: Context, parentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('address_changes')
    .select('id')
    .where('profile_id', '=', parentId)
    .where('changed_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('opens_at', 'is not', null), // vouching
        eb('session_id', 'is not', null), // a recovery code
        eb('undone_at', 'is not', null),
      ]),
    )
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return row !== undefined;
}
