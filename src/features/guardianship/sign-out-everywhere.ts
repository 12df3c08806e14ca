import type { Client, PanelParent } from '../../core/requests/caller.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { endParentSessions, type Kept } from '../access/index.ts';
import { deleteSentInvitations } from '../accounts/index.ts';
import { withdrawPlanetInvitations } from '../planets/index.ts';

/**
 * Signs a parent out everywhere, including the current session, and withdraws codes and invitations, because an intruder may
 * have created them. The device of `client` stays known, so that the parent is not treated as a stranger at the next sign-in.
 */
export async function signOutEverywhere(ctx: Context, { profileId }: PanelParent, client?: Client): Promise<void> {
  await ctx.write((ctx) => revokeParentAccess(ctx, profileId, { client }));
  ctx.logSecurity({ event: 'power-used', kind: 'sign-out-everywhere', subject: profileId });
}

/** Ends the sessions of a parent, and deletes the parent's codes, known devices and invitations. */
export async function revokeParentAccess(ctx: TxContext, parentId: string, kept?: Kept): Promise<void> {
  await endParentSessions(ctx, parentId, kept);
  await deleteSentInvitations(ctx, parentId);
  await withdrawPlanetInvitations(ctx, parentId);
}
