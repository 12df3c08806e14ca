import { ApiError } from '../../core/requests/api-error.ts';
import type { PanelParent } from '../../core/requests/caller.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { BATCH_ROWS, runInBatches } from '../../platform/concurrency/run-in-batches.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import {
  endChildSessions,
  forgetDevicesOf,
  listChildDevices,
  requireFreshCode,
  requireNoLinkWait,
} from '../access/index.ts';
import {
  deleteSentInvitations,
  getChildSettings,
  listGuardians,
  type Profile,
  removeGuardian,
  saveChildSettings,
} from '../accounts/index.ts';
import { endMembershipsOnPlanetsFoundedBy } from '../planets/index.ts';
import { setListedOnLeaderboards } from '../progress/index.ts';
import { countTodosAssignedBy, endRewards, unassignTodosOfFormerGuardian } from '../todos/index.ts';
import { updateAsGuardian } from './child-settings.ts';
import { composeGuardianRemovedEmail } from './emails.ts';
import { notifyOfAction } from './notices.ts';
import { updatePlannedDeletion } from './planned-deletion.ts';

/**
 * Removes another guardian of a child, which only the first guardian may (gap 90). The removed guardian and the remaining guardians are
 * notified. Guardians who leave themselves can stay for 72 hours (`leaveChild`). Requires a fresh code.
 */
export async function unlinkGuardian(
  ctx: Context,
  caller: PanelParent,
  childId: string,
  guardianId: string,
): Promise<void> {
  await requireFreshCode(ctx, caller);
  if ((await countTodosAssignedBy(ctx, childId, guardianId)) > BATCH_ROWS)
    await unassignTodosInBatches(ctx, caller, childId, guardianId);
  await updateAsGuardian(ctx, caller, childId, async (ctx, child) => {
    const leavingGuardian = await getRemovableGuardian(ctx, caller, childId, guardianId);
    await requireNoLinkWait(ctx, childId);
    await removeGuardianAndNotify(ctx, child, leavingGuardian);
  });
  ctx.logSecurity({ event: 'power-used', kind: 'unlink', subject: childId, actor: caller.profileId });
}

/** Removes a guardian and notifies all guardians. The caller must hold the lock on the child. */
export async function removeGuardianAndNotify(ctx: TxContext, child: Profile, leavingGuardian: Profile): Promise<void> {
  await removeLink(ctx, child, leavingGuardian);
  await notifyOfAction(ctx, leavingGuardian, createRemovalNotice(leavingGuardian), (recipient) =>
    composeGuardianRemovedEmail(ctx, recipient, { child, guardianEmail: leavingGuardian.email ?? '' }),
  );
  await updatePlannedDeletion(ctx, child, { formerGuardians: [leavingGuardian] });
}

/**
 * Converts the to-dos that the guardian has assigned into the child's own, in batches and before the link is removed,
 * because a child may have 1,500 to-dos (three quotas of 500). After a crash between two batches, the guardian is still linked
 * and can be removed by another request.
 */
async function unassignTodosInBatches(ctx: Context, caller: PanelParent, childId: string, guardianId: string) {
  await runInBatches((limit) =>
    updateAsGuardian(ctx, caller, childId, async (ctx) => {
      const leavingGuardian = await getRemovableGuardian(ctx, caller, childId, guardianId);
      return unassignTodosOfFormerGuardian(ctx, childId, leavingGuardian.id, limit);
    }),
  );
}

/** The guardian to remove. Refuses a parent who is not another guardian (404), and a caller who is not the first guardian (403). */
async function getRemovableGuardian(
  ctx: TxContext,
  { profileId }: PanelParent,
  childId: string,
  guardianId: string,
): Promise<Profile> {
  const guardians = await listGuardians(ctx, childId);
  const leavingGuardian = guardians.find(({ id }) => id === guardianId && id !== profileId);
  if (!leavingGuardian) throw createNotFoundError();
  if (guardians[0]?.id !== profileId)
    throw new ApiError('FORBIDDEN', localized.guardianship.firstOnly, { reason: 'first_guardian_only' });
  return leavingGuardian;
}

/**
 * Removes a link and everything that depends on it, and notifies the remaining guardians. The caller must hold the lock
 * on the child. The removed guardian may have the child's tokens and PIN, so the child is signed out, the email suggests
 * a new PIN, and the devices on which the guardian, but none of the others, has signed in forget the child.
 */
export async function removeLink(ctx: TxContext, child: Profile, guardian: Profile): Promise<void> {
  await removeGuardian(ctx, child.id, guardian.id);
  await deleteSentInvitations(ctx, guardian.id, child.id);
  await endChildSessions(ctx, child.id);
  await unassignTodosOfFormerGuardian(ctx, child.id, guardian.id);
  await endMembershipsOnPlanetsFoundedBy(ctx, child.id, guardian.id);
  const remainingGuardians = await listGuardians(ctx, child.id);
  const remainingIds = remainingGuardians.map(({ id }) => id);
  if (remainingIds.length > 0) await forgetDevicesOf(ctx, child.id, guardian.id, remainingIds);
  else {
    // The devices do not forget the child, which needs their lists of profiles in order to sign in.
    await hideFromLeaderboards(ctx, child.id);
    await endRewards(ctx, child.id);
  }
  const devices = await listChildDevices(ctx, child.id);
  for (const parent of remainingGuardians) {
    await notifyOfAction(ctx, parent, createRemovalNotice(guardian), (recipient) =>
      composeGuardianRemovedEmail(ctx, recipient, { child, guardianEmail: guardian.email ?? '', devices }),
    );
  }
}

/** The topic and actor by which emails about a removal are limited, because a parent can be linked and unlinked repeatedly. */
function createRemovalNotice(leavingGuardian: Profile) {
  return { topic: 'guardian gone', actorId: leavingGuardian.id };
}

/** Only a guardian may allow leaderboards outside the family, so a child without a guardian appears on none of them. */
export async function hideFromLeaderboards(ctx: TxContext, childId: string): Promise<void> {
  const settings = await getChildSettings(ctx, childId);
  if (!settings.appearsOnLeaderboards) return;
  await saveChildSettings(ctx, childId, { ...settings, appearsOnLeaderboards: false });
  await setListedOnLeaderboards(ctx, childId, false);
}
