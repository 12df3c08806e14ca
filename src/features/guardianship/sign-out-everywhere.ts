import type { PanelParent } from '../../core/requests/caller.ts';
import type { Context, UnitOfWork } from '../../platform/context.ts';
import { endAllSessions } from '../access/index.ts';
import { deleteInvitationsOfInviter } from '../accounts/index.ts';
import { withdrawInvitations } from '../planets/index.ts';

/**
 * Signs a parent out everywhere, including this session, and withdraws codes and invitations, which an intruder may have
 * created.
 */
export async function signOutEverywhere(ctx: Context, { profileId }: PanelParent): Promise<void> {
  await ctx.write((unitOfWork) => endAccess(unitOfWork, profileId));
}

/** Ends the sessions of a parent except for the panel session `keptSessionId`, and withdraws all codes and open invitations. */
export async function endAccess(unitOfWork: UnitOfWork, parentId: string, keptSessionId?: string): Promise<void> {
  const { tx } = unitOfWork;
  await endAllSessions(unitOfWork, parentId, keptSessionId);
  await deleteInvitationsOfInviter(tx, parentId);
  await withdrawInvitations(tx, parentId);
}
