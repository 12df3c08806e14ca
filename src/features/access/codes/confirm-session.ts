import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../../core/requests/caller.ts';
import { addSeconds, HOUR, MINUTE } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError, createSignInRequiredError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { findProfile } from '../../accounts/index.ts';
import { hasUnconfirmedAddress } from '../address-changes/address-changes-store.ts';
import { resetPanelPinTries } from '../pins/panel-pins-store.ts';
import { computeDeviceKeys } from '../sessions/devices.ts';
import { isPresenceKnown } from '../sessions/sessions.ts';
import { confirmPanelSession, findConfirmation } from '../sessions/sessions-store.ts';
import { redeemEmailCode, sendEmailCode } from './email-codes.ts';

/** How long a proof counts for sensitive actions. Signing in with a passkey or an emailed code is a proof, with a manager code it is none (gap 91). */
const FRESH_PROOF_SECONDS = 15 * MINUTE;
/** How long after the registration a parent needs no further proof: the parent has just read an emailed code. */
const NEW_ACCOUNT_SECONDS = 2 * HOUR;

/**
 * Whether a passkey or an emailed code has proved recently enough, for sensitive actions, who the parent is. Throws UNAUTHORIZED
 * if the session has ended, so that a parent who was signed out during the request is asked to sign in, not for a code.
 */
export async function isFreshlyConfirmed(ctx: Context, caller: PanelParent): Promise<boolean> {
  return isFresh(ctx, await getConfirmation(ctx, caller));
}

/** Whether the session has been used without a pause of 30 minutes, so that no child approves its own work in a panel left open. */
export async function isParentPresent(ctx: Context, caller: PanelParent): Promise<boolean> {
  const session = await getConfirmation(ctx, caller);
  return isPresenceKnown(session.present_at, ctx.now()) || isFresh(ctx, session);
}

async function getConfirmation(ctx: Context, { profileId, sessionId }: PanelParent): Promise<Confirmation> {
  const session = await findConfirmation(ctx, profileId, sessionId);
  if (session === undefined) throw createSignInRequiredError();
  return session;
}

type Confirmation = NonNullable<Awaited<ReturnType<typeof findConfirmation>>>;

function isFresh({ now }: Context, { confirmed_at, registered_at }: Confirmation): boolean {
  if (now() < addSeconds(registered_at, NEW_ACCOUNT_SECONDS)) return true;
  return confirmed_at !== null && now() < addSeconds(confirmed_at, FRESH_PROOF_SECONDS);
}

/**
 * Refuses the action (403) without a proof of the last 15 minutes, because somebody else may use a panel that was left open,
 * or may have opened it with the parent's phone.
 */
export async function requireFreshCode(ctx: Context, caller: PanelParent): Promise<void> {
  if (!(await isFreshlyConfirmed(ctx, caller)))
    throw new ApiError('FORBIDDEN', localized.access.confirmFirst, { reason: 'confirmation_required' });
  await requireConfirmedAddress(ctx, caller.profileId);
}

/**
 * Refuses an act (409) while the old address can undo a change that it did not confirm: the guardian who vouched, or whoever found a
 * recovery code, may have taken the account (decision 0072). Refuses it after an undo, too: somebody else may have the old mailbox by now
 * (decision 0079).
 */
export async function requireConfirmedAddress(ctx: Context, parentId: string): Promise<void> {
  if (await hasUnconfirmedAddress(ctx, parentId))
    throw new ApiError('CONFLICT', localized.access.waitAfterAddressChange);
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
  await redeemEmailCode(ctx, request, enteredCode, (ctx) => confirmCallerSession(ctx, caller, client));
}

/** Stores that the caller has given a proof, which also gives back the tries at the panel PIN. */
export async function confirmCallerSession(
  ctx: TxContext,
  { profileId, sessionId }: PanelParent,
  { panelDeviceCookie }: Client,
): Promise<void> {
  await confirmPanelSession(ctx, profileId, sessionId);
  const deviceKeys = computeDeviceKeys(ctx, { deviceId: undefined, panelDeviceCookie });
  if (deviceKeys.length > 0) await resetPanelPinTries(ctx, { profileId, deviceKeys });
}
