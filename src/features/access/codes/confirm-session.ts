import { parseManagerCode } from '../../../core/one-time-codes.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../../core/requests/caller.ts';
import { addSeconds, MINUTE } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError, createSignInRequiredError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { findProfile } from '../../accounts/index.ts';
import { confirmPanelSession, findConfirmationTime } from '../sessions/sessions-store.ts';
import { spendCode } from './codes-store.ts';
import { createWrongCodeError, redeemEmailCode, sendEmailCode } from './email-codes.ts';
import { computeParentCodeDigests } from './parent-codes.ts';

/** How long after entering a code a parent can take sensitive actions. Signing in counts as entering a code (gap 91). */
const FRESH_CODE_SECONDS = 15 * MINUTE;

/**
 * Whether a code was entered in this panel session recently enough for sensitive actions. Throws UNAUTHORIZED if
 * the session has ended, so that a parent who was signed out during the request is asked to sign in, not for a code.
 */
export async function isFreshlyConfirmed(ctx: Context, { profileId, sessionId }: PanelParent): Promise<boolean> {
  const confirmedAt = await findConfirmationTime(ctx, profileId, sessionId);
  if (confirmedAt === undefined) throw createSignInRequiredError();
  return confirmedAt !== null && ctx.now() < addSeconds(confirmedAt, FRESH_CODE_SECONDS);
}

/**
 * Refuses the action (403) unless a code was entered in this session in the last 15 minutes, because somebody else may
 * use a panel that was left open.
 */
export async function requireFreshCode(ctx: Context, caller: PanelParent): Promise<void> {
  if (await isFreshlyConfirmed(ctx, caller)) return;
  throw new ApiError('FORBIDDEN', localized.access.confirmFirst, { reason: 'confirmation_required' });
}

/** Sends the caller an email code that can confirm a panel session but not sign in. */
export async function sendConfirmationCode(ctx: Context, { profileId }: PanelParent, client: Client): Promise<void> {
  const parent = await findProfile(ctx, profileId);
  if (!parent?.email) throw createNotFoundError();
  await sendEmailCode(ctx, { purpose: 'confirm-email', email: parent.email, client }, parent);
}

/** Confirms the caller's session with a code from an email. Attempts are limited as for signing in. */
export async function confirmWithEmailCode(ctx: Context, caller: PanelParent, enteredCode: string, client: Client) {
  const parent = await findProfile(ctx, caller.profileId);
  if (!parent?.email) throw createNotFoundError();
  const request = { purpose: 'confirm-email', email: parent.email, client } as const;
  await redeemEmailCode(ctx, request, enteredCode, (ctx) =>
    confirmPanelSession(ctx, caller.profileId, caller.sessionId),
  );
}

/** Confirms the caller's session with a manager code of the same parent. */
export async function confirmWithManagerCode(ctx: Context, caller: PanelParent, enteredCode: string): Promise<void> {
  const code = parseManagerCode(enteredCode);
  if (code === undefined) throw createWrongCodeError();
  await ctx.write(async (ctx) => {
    const owner = await spendCode(ctx, 'manager', computeParentCodeDigests(ctx, 'manager', code));
    if (owner !== caller.profileId) throw createWrongCodeError(); // rolls back, so another parent's code stays unspent
    await confirmPanelSession(ctx, caller.profileId, caller.sessionId);
  });
}
