import { ApiError, createFieldError } from '../../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../../core/requests/caller.ts';
import { addSeconds, HOUR } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createSignInRequiredError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { requireFreshCode } from '../codes/confirm-session.ts';
import { requireOpenSession } from '../open-sessions.ts';
import { computeDeviceKeys } from '../sessions/devices.ts';
import { renewPresence } from '../sessions/sessions-store.ts';
import { isEasyPanelPin } from './easy-pins.ts';
import {
  countPanelPinTry,
  findPanelPin,
  type ParentInBrowser,
  refundPanelPinTry,
  resetPanelPinTries,
  updateOfferDeclined,
  updatePanelPin,
} from './panel-pins-store.ts';
import { comparisonQueue, hashPin, isCorrectPin } from './pin-hash.ts';

/** Tries since the last right PIN or emailed code. Waiting gives none back, so the children of a family never get through all PINs. */
const MAX_TRIES = 5;
/** How long after the first sign-in in a browser the panel begins to offer a PIN: not on the first evening. */
const OFFER_DELAY_SECONDS = 12 * HOUR;

interface PanelPinState {
  readonly isSet: boolean;
  /** Whether a PIN is set and can still be tried. */
  readonly isUsable: boolean;
  /** Whether the parent first signed in on an earlier day in this browser, has no PIN or passkey and has not declined the offer. */
  readonly isOffered: boolean;
}

/** The state of the parent's panel PIN in the browser of the request (gap 163). */
export async function getPanelPinState(ctx: Context, caller: PanelParent, client: Client): Promise<PanelPinState> {
  const row = await findPanelPin(ctx, getBrowser(ctx, caller, client));
  const isSet = row !== undefined && row.panel_pin_hash !== null;
  const firstSignInAt = row?.first_saved_at ?? null;
  return {
    isSet,
    isUsable: isSet && row.panel_pin_tries < MAX_TRIES,
    isOffered:
      !isSet &&
      !row?.has_passkey &&
      !row?.offer_declined_at &&
      firstSignInAt !== null &&
      ctx.now() >= addSeconds(firstSignInAt, OFFER_DELAY_SECONDS),
  };
}

/** Sets the panel PIN in this browser. Refuses a PIN that is not six digits or easy to guess (400), and without a fresh proof (403). */
export async function setPanelPin(ctx: Context, caller: PanelParent, pin: string, client: Client): Promise<void> {
  await requireFreshCode(ctx, caller);
  if (!isPanelPin(pin)) throw createFieldError('pin', localized.access.invalidPanelPin);
  if (isEasyPanelPin(pin)) throw createFieldError('pin', localized.access.easyPin);
  await savePanelPin(ctx, caller, await hashPin(ctx, pin, { client: client.address }), client);
}

/** Removes the panel PIN in this browser. Refused without a fresh proof (403). */
export async function removePanelPin(ctx: Context, caller: PanelParent, client: Client): Promise<void> {
  await requireFreshCode(ctx, caller);
  await savePanelPin(ctx, caller, null, client);
}

/** Stores that the parent does not want the offer of a passkey and a panel PIN in this browser. */
export async function declineProofOffer(ctx: Context, caller: PanelParent, client: Client): Promise<void> {
  await ctx.write((ctx) => updateOfferDeclined(ctx, getBrowser(ctx, caller, client)));
}

async function savePanelPin(ctx: Context, caller: PanelParent, hash: string | null, client: Client): Promise<void> {
  await ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    const isSaved = await updatePanelPin(ctx, getBrowser(ctx, caller, client), hash);
    if (!isSaved) throw createSignInRequiredError(); // the browser has been forgotten
  });
  ctx.logSecurity({ event: 'power-used', kind: 'panel-pin', subject: caller.profileId });
}

/**
 * Shows with the panel PIN that the parent is there. It is no fresh proof. Each try counts before its PIN is compared, so fifty at once
 * compare five. Refuses a wrong PIN and a try too many (400).
 */
export async function showPresenceWithPanelPin(
  ctx: Context,
  caller: PanelParent,
  pin: string,
  client: Client,
): Promise<void> {
  if (!isPanelPin(pin)) throw new ApiError('INVALID_CODE', localized.access.panelPinDigits);
  const browser = getBrowser(ctx, caller, client);
  const counted = await ctx.write((ctx) => countPanelPinTry(ctx, browser, MAX_TRIES));
  if (!counted?.hash) throw createSpentError(ctx, caller);
  const { hash, tries } = counted;
  let isCorrect: boolean;
  try {
    isCorrect = await comparisonQueue(() => isCorrectPin(ctx, pin, hash), {
      client: client.address,
      waitedMs: client.msSinceArrival,
    });
  } catch (error) {
    await ctx.write((ctx) => refundPanelPinTry(ctx, browser));
    throw error;
  }
  const isPresent =
    isCorrect &&
    (await ctx.write(async (ctx) => {
      if (!(await resetPanelPinTries(ctx, browser, hash))) return false; // the PIN has been changed or removed
      await renewPresence(ctx, caller.profileId, caller.sessionId);
      return true;
    }));
  if (isPresent) return;
  if (tries >= MAX_TRIES) throw createSpentError(ctx, caller);
  ctx.logSecurity({ event: 'sign-in-failed', kind: 'panel-pin', subject: caller.profileId });
  throw new ApiError('INVALID_CODE', localized.access.wrongPanelPin({ n: MAX_TRIES - tries }));
}

function createSpentError(ctx: Context, { profileId }: PanelParent): ApiError {
  ctx.logSecurity({ event: 'locked', kind: 'panel-pin', subject: profileId });
  return new ApiError('INVALID_CODE', localized.access.panelPinSpent);
}

function getBrowser(ctx: Context, { profileId }: PanelParent, { panelDeviceCookie }: Client): ParentInBrowser {
  return { profileId, deviceKeys: computeDeviceKeys(ctx, { deviceId: undefined, panelDeviceCookie }) };
}

/** Exactly six ASCII digits. */
function isPanelPin(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}
