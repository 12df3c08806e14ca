import type { PanelParent } from '../../core/requests/caller.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { endParentSessions } from '../access/index.ts';
import { deleteSentInvitations } from '../accounts/index.ts';
import { withdrawPlanetInvitations } from '../planets/index.ts';

/**
 * Signs a parent out everywhere, including the current session, and withdraws codes and invitations, because an intruder may
 * have created them.
 */
export async function signOutEverywhere(ctx: Context, { profileId }: PanelParent): Promise<void> {
  await ctx.write((ctx) => revokeParentAccess(ctx, profileId));
  ctx.logSecurity({ event: 'power-used', kind: 'sign-out-everywhere', subject: profileId });
}

/**
 * Ends the sessions of a parent, except for the panel session `keptSessionId`, and deletes the parent's codes, known devices and
 * invitations.
 */
export async function revokeParentAccess(ctx: TxContext, parentId: string, keptSessionId?: string): Promise<void> {
  await endParentSessions(ctx, parentId, keptSessionId);
  await deleteSentInvitations(ctx, parentId);
  await withdrawPlanetInvitations(ctx, parentId);
}
