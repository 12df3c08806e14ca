import type { PanelParent } from '../../core/caller.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { endAllSessions } from '../access/index.ts';
import { deleteInvitationsBy } from '../accounts/index.ts';
import { withdrawInvites } from '../planets/index.ts';

/** Signs a parent out everywhere, including this session, and withdraws codes and invitations, which an intruder may have created. */
export async function signOutEverywhere(ctx: Context, { profileId }: PanelParent): Promise<void> {
  await ctx.write((tx) => endAccess(ctx, tx, profileId));
}

/** Ends the sessions of a parent except for the panel session `except`, and withdraws all codes and open invitations. */
export async function endAccess(ctx: Context, tx: Tx, parentId: string, except?: string): Promise<void> {
  await endAllSessions(ctx, tx, parentId, except);
  await deleteInvitationsBy(tx, parentId);
  await withdrawInvites(tx, parentId);
}
