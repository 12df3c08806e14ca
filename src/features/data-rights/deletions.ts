import { ApiError } from '../../core/requests/api-error.ts';
import type { Client, PanelParent, User } from '../../core/requests/caller.ts';
import type { Instant } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import {
  redeemEmailCode,
  requireConfirmedAddress,
  requireFreshCode,
  requireNoLinkWait,
  requireOpenSession,
  withCorrectPin,
} from '../access/index.ts';
import {
  cancelDeletion,
  deleteInvitationsToChild,
  findPlannedDeletion,
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
  await updateAsGuardian(ctx, caller, childId, async (ctx, child) => {
    await requireNoLinkWait(ctx, childId);
    const plan = { planned_by: caller.profileId, with_account: null, due_at: computeDeletionTime(ctx) };
    if (!(await markForDeletion(ctx, childId, plan))) {
      await setDeletionAccount(ctx, childId, null); // no longer depends on the deletion of an account
      return;
    }
    ctx.logSecurity({ event: 'deletion', kind: 'child planned', subject: childId, actor: caller.profileId });
    await deleteInvitationsToChild(ctx, childId);
    const guardians = await listGuardians(ctx, childId);
    const actorEmail = guardians.find(({ id }) => id === caller.profileId)?.email ?? '';
    for (const guardian of guardians) {
      await notifyOfAction(ctx, guardian, { topic: 'deletion', actorId: caller.profileId }, (recipient) =>
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
  await updateAsGuardian(ctx, caller, childId, async (ctx) => {
    if (await areAllGuardiansLeaving(ctx, childId))
      throw new ApiError('CONFLICT', localized.guardianship.deletedWithAccount, { reason: 'account_to_be_deleted' });
    await unmarkForDeletion(ctx, childId);
  });
}

/**
 * Plans the deletion of the caller's account and of the children without another guardian. Signs the caller out everywhere
 * except in the current session, in which the caller can cancel the deletion. Requires a fresh code.
 */
export async function planAccountDeletion(ctx: Context, caller: PanelParent): Promise<void> {
  const { profileId: id, sessionId } = caller;
  await requireFreshCode(ctx, caller);
  await ctx.write(async (ctx) => {
    const parent = await findProfile(ctx, id);
    if (!parent) return;
    await requireOpenSession(ctx, caller);
    await planDeletionOf(ctx, parent, { sessionId });
  });
  // Runs even if the deletion was already planned, because an earlier request may have crashed before this step.
  await updatePlannedDeletionsOfChildren(ctx, id, { exceptId: id });
}

/**
 * Plans the deletion of the account of a parent who uses the app, after checking a code that was just sent to the address. Signs the
 * parent out everywhere. Returns when the account is erased.
 */
export async function planAccountDeletionWithCode(ctx: Context, { profileId: id }: User, code: string, client: Client) {
  const parent = await findProfile(ctx, id);
  if (!parent?.email) throw createNotFoundError();
  const request = { purpose: 'app-email', email: parent.email, client } as const;
  const dueAt = await redeemEmailCode(ctx, request, code, (ctx) => planDeletionOf(ctx, parent));
  await updatePlannedDeletionsOfChildren(ctx, id, { exceptId: id });
  return dueAt;
}

/**
 * Plans the deletion of a child without a guardian, after checking its PIN. Refuses a child with a guardian (403), who decides about it.
 * Signing in again within seven days cancels the deletion (gap 179). Returns when the child is erased.
 */
export async function planOwnDeletion(
  ctx: Context,
  { profileId }: User,
  pin: string,
  client: Client,
): Promise<Instant> {
  const requireNoGuardian = async (ctx: Context) => {
    if ((await listGuardians(ctx, profileId)).length > 0)
      throw new ApiError('FORBIDDEN', localized.guardianship.guardianDeletes, { reason: 'has_guardian' });
  };
  await requireNoGuardian(ctx); // before the PIN, so that it is not tried in vain
  return withCorrectPin(ctx, { profileId, pin, client }, async (ctx) => {
    await lockProfile(ctx, profileId);
    await requireNoGuardian(ctx);
    const due_at = computeDeletionTime(ctx);
    await markForDeletion(ctx, profileId, { planned_by: profileId, with_account: null, due_at });
    ctx.logSecurity({ event: 'deletion', kind: 'child planned', subject: profileId, actor: profileId });
    return due_at;
  });
}

/** Plans the deletion of an account and revokes its access, except for the sessions that are kept. Returns when the account is erased. */
async function planDeletionOf(
  ctx: TxContext,
  parent: Profile,
  kept?: Parameters<typeof revokeParentAccess>[2],
): Promise<Instant> {
  const { id } = parent;
  await requireNoLinkWait(ctx, ...(await listChildren(ctx, id)).map((child) => child.id));
  await requireConfirmedAddress(ctx, id);
  const now = ctx.now();
  const due_at = computeDeletionTime(ctx);
  const plan = { profile_id: id, planned_by: id, with_account: null, planned_at: now, due_at };
  if (!(await insertPlannedDeletion(ctx, plan))) return (await findPlannedDeletion(ctx, id))?.due_at ?? due_at;
  ctx.logSecurity({ event: 'deletion', kind: 'account planned', subject: id });
  await revokeParentAccess(ctx, id, kept);
  const deletedChildren = await listChildrenDeletedWithAccount(ctx, id);
  await notifyOfAction(ctx, parent, { topic: 'deletion', actorId: id }, (recipient) =>
    composeAccountDeletionEmail(ctx, recipient, { deletedChildren, dueAt: due_at }),
  );
  return due_at;
}

/** Calls `updatePlannedDeletion` for each child of an account, in separate transactions because there may be 50 children. */
export async function updatePlannedDeletionsOfChildren(
  ctx: Context,
  accountId: string,
  recipientChanges: RecipientChanges = {},
): Promise<void> {
  await forEachYieldingToEventLoop(await listChildren(ctx, accountId), (child) =>
    updateChildDeletion(ctx, child, recipientChanges),
  );
}

async function updateChildDeletion(
  ctx: Context,
  child: Profile,
  recipientChanges: RecipientChanges = {},
): Promise<void> {
  await ctx.write(async (ctx) => {
    await lockProfile(ctx, child.id);
    await updatePlannedDeletion(ctx, child, recipientChanges);
  });
}

/** Cancels the planned deletion of the caller's account and of the children deleted with it. */
export async function cancelAccountDeletion(ctx: Context, caller: PanelParent): Promise<void> {
  await ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    await cancelDeletion(ctx, caller.profileId);
  });
  await updatePlannedDeletionsOfChildren(ctx, caller.profileId);
}

/**
 * Cancels the deletions of children that still depend on an account whose deletion was canceled. Such deletions remain if a
 * process crashed after canceling the deletion of the account.
 */
export async function cancelOrphanedDeletions(ctx: Context): Promise<void> {
  await forEachYieldingToEventLoop(await listChildIdsOfOrphanedDeletions(ctx), async (childId) => {
    const child = await findProfile(ctx, childId);
    if (child) await updateChildDeletion(ctx, child);
  });
}

/**
 * Those of a parent's children who have no other guardian, or whose other guardians are all deleting their accounts. These
 * children are deleted with the account.
 */
export async function listChildrenDeletedWithAccount(ctx: Context, parentId: string): Promise<Profile[]> {
  const children = await listChildren(ctx, parentId);
  const guardiansOfChildren = await Promise.all(children.map(({ id }) => listGuardiansWithDeletion(ctx, id)));
  return children.filter((_child, i) =>
    guardiansOfChildren[i]?.every(({ id, deletion_due_at }) => id === parentId || deletion_due_at !== null),
  );
}
