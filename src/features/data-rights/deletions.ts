import { ApiError } from '../../core/requests/api-error.ts';
import type { PanelParent } from '../../core/requests/caller.ts';
import { localized } from '../../locales/index.ts';
import { forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/index.ts';
import { requireFreshCode, requireOpenSession } from '../access/index.ts';
import {
  cancelDeletion,
  deleteInvitationsToChild,
  findProfile,
  insertPlannedDeletion,
  listChildIdsOfOrphanedDeletions,
  listChildren,
  listGuardians,
  listGuardiansWithDeletion,
  lockProfile,
  type Profile,
  setDeletionAccount,
} from '../accounts/index.ts';
import {
  areAllGuardiansLeaving,
  composeAccountDeletionEmail,
  composeChildDeletionEmail,
  computeDeletionTime,
  getLinkedChild,
  markForDeletion,
  notifyOfAction,
  type RecipientChanges,
  revokeParentAccess,
  unmarkForDeletion,
  updateAsGuardian,
  updatePlannedDeletion,
} from '../guardianship/index.ts';

/** Plans a child's deletion: signs the child out and notifies the guardians, who can cancel the deletion. Requires a fresh code. */
export async function planChildDeletion(ctx: Context, caller: PanelParent, childId: string): Promise<void> {
  await getLinkedChild(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  await updateAsGuardian(ctx, caller, childId, async (unitOfWork, child) => {
    const { tx } = unitOfWork;
    const plan = { planned_by: caller.profileId, with_account: null, due_at: computeDeletionTime(ctx) };
    if (!(await markForDeletion(unitOfWork, childId, plan))) {
      await setDeletionAccount(tx, childId, null); // no longer depends on the deletion of an account
      return;
    }
    await deleteInvitationsToChild(tx, childId);
    const guardians = await listGuardians(tx, childId);
    const actorEmail = guardians.find(({ id }) => id === caller.profileId)?.email ?? '';
    for (const guardian of guardians) {
      await notifyOfAction(unitOfWork, guardian, { topic: 'deletion', actorId: caller.profileId }, (recipient) =>
        composeChildDeletionEmail(ctx, recipient, { child, dueAt: plan.due_at, actorEmail }),
      );
    }
  });
}

/**
 * Cancels a child's planned deletion. Refuses this (409) while all guardians are deleting their accounts: one of them has
 * to cancel the deletion of the account first.
 */
export async function cancelChildDeletion(ctx: Context, caller: PanelParent, childId: string): Promise<void> {
  await updateAsGuardian(ctx, caller, childId, async ({ tx }) => {
    if (await areAllGuardiansLeaving(tx, childId))
      throw new ApiError('CONFLICT', localized.guardianship.deletedWithAccount, { reason: 'account_to_be_deleted' });
    await unmarkForDeletion(tx, childId);
  });
}

/**
 * Plans the deletion of the caller's account and of the children without another guardian. Signs the caller out everywhere
 * except in the current session, in which the caller can cancel the deletion. Requires a fresh code.
 */
export async function planAccountDeletion(ctx: Context, caller: PanelParent): Promise<void> {
  const { profileId: id, sessionId } = caller;
  await requireFreshCode(ctx, caller);
  await ctx.write(async (unitOfWork) => {
    const { tx, now } = unitOfWork;
    const parent = await findProfile(tx, id);
    if (!parent) return;
    await requireOpenSession(tx, caller);
    const due_at = computeDeletionTime(ctx);
    const plan = { profile_id: id, planned_by: id, with_account: null, planned_at: now, due_at };
    if (!(await insertPlannedDeletion(tx, plan))) return;
    await revokeParentAccess(unitOfWork, id, sessionId);
    const deletedChildren = await listChildrenDeletedWithAccount(tx, id);
    await notifyOfAction(unitOfWork, parent, { topic: 'deletion', actorId: id }, (recipient) =>
      composeAccountDeletionEmail(ctx, recipient, { deletedChildren, dueAt: due_at }),
    );
  });
  // Runs even if the deletion was already planned, because an earlier request may have crashed before this step.
  await updatePlannedDeletionsOfChildren(ctx, id, { exceptId: id });
}

/** Calls `updatePlannedDeletion` for each child of an account, in separate transactions because there may be 50 children. */
export async function updatePlannedDeletionsOfChildren(
  ctx: Context,
  accountId: string,
  recipientChanges: RecipientChanges = {},
): Promise<void> {
  await forEachYieldingToEventLoop(await listChildren(ctx.db, accountId), (child) =>
    updateChildDeletion(ctx, child, recipientChanges),
  );
}

async function updateChildDeletion(
  ctx: Context,
  child: Profile,
  recipientChanges: RecipientChanges = {},
): Promise<void> {
  await ctx.write(async (unitOfWork) => {
    await lockProfile(unitOfWork.tx, child.id);
    await updatePlannedDeletion(unitOfWork, child, recipientChanges);
  });
}

/** Cancels the planned deletion of the caller's account and of the children deleted with it. */
export async function cancelAccountDeletion(ctx: Context, caller: PanelParent): Promise<void> {
  await ctx.write(async ({ tx }) => {
    await requireOpenSession(tx, caller);
    await cancelDeletion(tx, caller.profileId);
  });
  await updatePlannedDeletionsOfChildren(ctx, caller.profileId);
}

/**
 * Cancels the deletions of children that still depend on an account whose deletion was canceled. Such deletions remain if a
 * process crashed after canceling the deletion of the account.
 */
export async function cancelOrphanedDeletions(ctx: Context): Promise<void> {
  await forEachYieldingToEventLoop(await listChildIdsOfOrphanedDeletions(ctx.db), async (childId) => {
    const child = await findProfile(ctx.db, childId);
    if (child) await updateChildDeletion(ctx, child);
  });
}

/**
 * Those of a parent's children who have no other guardian, or whose other guardians are all deleting their accounts. These
 * children are deleted with the account.
 */
export async function listChildrenDeletedWithAccount(db: Reader, parentId: string): Promise<Profile[]> {
  const children = await listChildren(db, parentId);
  const guardiansOfChildren = await Promise.all(children.map(({ id }) => listGuardiansWithDeletion(db, id)));
  return children.filter((_child, i) =>
    guardiansOfChildren[i]?.every(({ id, deletion_due_at }) => id === parentId || deletion_due_at !== null),
  );
}
