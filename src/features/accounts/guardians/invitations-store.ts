import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { InvitationRow } from '../../../schema/tables.ts';

export type Invitation = InvitationRow;

/** Stores an invitation. Replaces an earlier invitation for the same email address and child, whose link stops working. */
export async function replaceInvitation({ db }: TxContext, invitation: Invitation): Promise<void> {
  const { id, child_id, email_key, ...updatedColumns } = invitation;
  await db
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.columns(['child_id', 'email_key']).doUpdateSet(updatedColumns))
    .execute();
}

/** The invitations to a child that can still be accepted, the oldest first. */
export async function listOpenInvitations({ db, now }: Context, childId: string): Promise<Invitation[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('child_id', '=', childId)
    .where('expires_at', '>', now())
    .where('accepted_by', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Finds an invitation that has not expired. It may have been accepted already. */
export async function findInvitation({ db, now }: Context, digest: string): Promise<Invitation | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('digest', '=', digest)
    .where('expires_at', '>', now())
    .executeTakeFirst();
}

/** Marks an open invitation as accepted. Returns true for only one of several concurrent calls. */
export async function markInvitationAccepted(
  { db, now }: TxContext,
  digest: string,
  parentId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ accepted_by: parentId })
    .where('digest', '=', digest)
    .where('expires_at', '>', now())
    .where('accepted_by', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteInvitation({ db }: TxContext, childId: string, id: string): Promise<void> {
  if (!isStorable(id)) return;
  await db.deleteFrom('invitations').where('child_id', '=', childId).where('id', '=', id).execute();
}

/** Deletes the invitations that a parent has sent, to one child or to all children. */
export async function deleteSentInvitations({ db }: TxContext, inviterId: string, childId?: string): Promise<void> {
  const deletion = db.deleteFrom('invitations').where('inviter_id', '=', inviterId);
  await (childId === undefined ? deletion : deletion.where('child_id', '=', childId)).execute();
}

/** Deletes all invitations to an email address, given by its keyed hashes. */
export async function deleteInvitationsToAddress({ db }: TxContext, emailKeys: readonly string[]): Promise<void> {
  await db.deleteFrom('invitations').where('email_key', 'in', emailKeys).execute();
}

/** Deletes all invitations to a child. */
export async function deleteInvitationsToChild({ db }: TxContext, childId: string): Promise<void> {
  await db.deleteFrom('invitations').where('child_id', '=', childId).execute();
}
