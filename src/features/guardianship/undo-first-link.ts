import type { Client } from '../../core/requests/caller.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context } from '../../platform/context.ts';
import { markFirstLinkUndone, notifyParent, preparePinReset, requireEarlierPin, restorePin } from '../access/index.ts';
import {
  deleteInvitationsToChild,
  findProfile,
  listGuardians,
  lockProfile,
  removeAllGuardians,
} from '../accounts/index.ts';
import { endMembershipsOnPlanetsFoundedBy } from '../planets/index.ts';
import { endRewards, unassignTodosOfFormerGuardian } from '../todos/index.ts';
import { composeLinkUndoneEmail } from './emails.ts';
import { unmarkForDeletion } from './planned-deletion.ts';
import { hideFromLeaderboards } from './unlink.ts';

interface UndoRequest {
  readonly profileId: string;
  /** The PIN that was valid before the link. */
  readonly pin: string;
  /** A new PIN, because whoever has made the link knows the earlier one. */
  readonly newPin: string | undefined;
  readonly client: Client;
}

/**
 * Undoes the first link of a child from one of its earlier devices (decision 0065). All guardians go, since the first
 * one has brought in the others. The child is signed out everywhere, is no longer to be deleted, and gets the earlier PIN back or a
 * new one. Devices on which it has signed in since the link forget it. The guardians are notified.
 */
export async function undoFirstLink(ctx: Context, { profileId, pin, newPin, client }: UndoRequest): Promise<void> {
  const profile = await findProfile(ctx, profileId);
  if (!profile) throw createNotFoundError();
  const setNewPin = newPin === undefined ? undefined : await preparePinReset(ctx, profile, newPin);
  const link = await requireEarlierPin(ctx, { profileId, pin, client });
  await ctx.write(async (ctx) => {
    await lockProfile(ctx, profileId);
    const child = await findProfile(ctx, profileId);
    // Another request may have undone the link while this one compared the PIN.
    if (!child || !(await markFirstLinkUndone(ctx, link))) throw createNotFoundError();
    const guardians = await listGuardians(ctx, profileId);
    for (const guardian of guardians) {
      await unassignTodosOfFormerGuardian(ctx, profileId, guardian.id);
      await endMembershipsOnPlanetsFoundedBy(ctx, profileId, guardian.id);
      await notifyParent(ctx, guardian, { topic: 'link undone', kind: 'security' }, (recipient) =>
        composeLinkUndoneEmail(ctx, recipient, child),
      );
    }
    await removeAllGuardians(ctx, profileId);
    await deleteInvitationsToChild(ctx, profileId);
    await unmarkForDeletion(ctx, profileId);
    await hideFromLeaderboards(ctx, profileId);
    await endRewards(ctx, profileId);
    await restorePin(ctx, link);
    await setNewPin?.(ctx, profileId);
    ctx.logSecurity({ event: 'power-used', kind: 'undo-link', subject: profileId });
  });
}
