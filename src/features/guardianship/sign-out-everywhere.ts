import type { Client, PanelParent } from '../../core/requests/caller.ts';
import { isStorable } from '../../core/text/normalize-text.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import {
  deletePasskeys,
  deleteRecoveryCodes,
  endParentSessions,
  type Kept,
  listPasskeys,
  listRecoveryCodes,
  requireFreshCode,
  requireOpenSession,
} from '../access/index.ts';
import { deleteSentInvitations, findProfile } from '../accounts/index.ts';
import { withdrawPlanetInvitations } from '../planets/index.ts';
import { composeSignedOutEmail } from './emails.ts';
import { notifyOfAction } from './notices.ts';

interface SignOutOptions {
  readonly client?: Client;
  /** The passkeys to remove. */
  readonly passkeyIds?: readonly string[];
  readonly endsRecoveryCodes?: boolean;
}

/**
 * Signs a parent out everywhere, including the current session, and withdraws codes and invitations, because an intruder may
 * have created them. The device of `client` stays known, so that the parent is not treated as a stranger at the next sign-in. Passkeys and
 * recovery codes end only if they are chosen, which needs a fresh code. An email says which of them can still sign in (decision 0078).
 */
export async function signOutEverywhere(
  ctx: Context,
  caller: PanelParent,
  { client, passkeyIds = [], endsRecoveryCodes = false }: SignOutOptions = {},
): Promise<void> {
  const { profileId } = caller;
  const ids = passkeyIds.filter(isStorable);
  if (ids.length > 0 || endsRecoveryCodes) await requireFreshCode(ctx, caller);
  await ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    if (ids.length > 0 && (await deletePasskeys(ctx, profileId, ids)) > 0)
      ctx.logSecurity({ event: 'power-used', kind: 'passkey-removed', subject: profileId });
    if (endsRecoveryCodes) await deleteRecoveryCodes(ctx, profileId);
    await revokeParentAccess(ctx, profileId, { client });
    ctx.logSecurity({ event: 'power-used', kind: 'sign-out-everywhere', subject: profileId });
    await notifyOfSignOut(ctx, profileId, client?.program);
  });
}

async function notifyOfSignOut(ctx: TxContext, parentId: string, program: string | undefined): Promise<void> {
  const parent = await findProfile(ctx, parentId);
  if (!parent) return;
  const passkeys = await listPasskeys(ctx, parentId);
  const recoveryCodes = await listRecoveryCodes(ctx, parentId);
  await notifyOfAction(ctx, parent, { topic: 'sign-out', actorId: parentId }, (recipient) =>
    composeSignedOutEmail(ctx, recipient, { program, passkeys, recoveryCodes }),
  );
}

/** Ends the sessions of a parent, and deletes the parent's codes, known devices and invitations. */
export async function revokeParentAccess(ctx: TxContext, parentId: string, kept?: Kept): Promise<void> {
  await endParentSessions(ctx, parentId, kept);
  await deleteSentInvitations(ctx, parentId);
  await withdrawPlanetInvitations(ctx, parentId);
}
