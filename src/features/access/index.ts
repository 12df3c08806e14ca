import type { Client } from '../../core/requests/caller.ts';
import type { Context } from '../../platform/context.ts';
import { computeDeviceKeys, hasUnguessableDevice } from './sessions/devices.ts';
import { findKnownDeviceKey } from './sessions/devices-store.ts';
import { authenticatePanelSession } from './sessions/sessions.ts';
import { authenticateBearer } from './sessions/sessions-store.ts';

export {
  type AddressChange,
  confirmPendingChange,
  countMadeChanges,
  deleteAddressChanges,
  deleteChangesSince,
  deletePendingChange,
  findChangeByDigest,
  findPendingChange,
  insertAddressChange,
  listOpenVouchings,
  listUndoableChanges,
  listUndoneChanges,
  listVouchingsAmongGuardians,
  type Mailbox,
  replacePendingChange,
  saveConfirmDigest,
  saveDispute,
  saveMadeChange,
} from './address-changes/address-changes-store.ts';
export { deleteCodes } from './codes/codes-store.ts';
export {
  confirmWithEmailCode,
  isFreshlyConfirmed,
  isParentPresent,
  requireConfirmedAddress,
  requireFreshCode,
  sendConfirmationCode,
} from './codes/confirm-session.ts';
export {
  countAgainstLimits,
  countEmailOrRefuse,
  createWrongCodeError,
  redeemEmailCode,
  sendEmailCode,
} from './codes/email-codes.ts';
export { exchangeLinkForCode, getEmailLink } from './codes/email-links.ts';
export { countAgainstIpAddressLimit } from './codes/ip-address-limits.ts';
export { countAgainstLimit, deleteCountersOf, refundAttempt } from './codes/limits-store.ts';
export { ensureShownCode, findShownCode } from './codes/parent-codes.ts';
export { openTexts, sealTexts } from './codes/sealed-texts.ts';
export { createChildInPanel } from './create-child.ts';
export { describeDevices } from './emails.ts';
export {
  describeFirstLink,
  type FirstLink,
  findLinkWaitEnd,
  listUndoableLinks,
  requireEarlierPin,
  requireNoLinkWait,
} from './first-link/first-link.ts';
export { markFirstLinkUndone } from './first-link/first-links-store.ts';
export { type ComposeEmail, notifyParent, notifyWithinLimit, remindParent, withdrawReminder } from './notices.ts';
export {
  endChildSession,
  endChildSessions,
  endParentSessions,
  endSession,
  type Kept,
  listOpenSessions,
  type OpenSession,
  requireOpenSession,
} from './open-sessions.ts';
export {
  buildClearSessionHeaders,
  createDeviceCookie,
  sendCodeToInvitedAddress,
  sendDeletionCode,
  sendSignUpCode,
  signInWithEmailCode,
  signInWithInvitedAddress,
  signInWithManagerCode,
  signInWithPasskey,
  signInWithRecoveryCode,
  signOutOfPanel,
  signUpWithEmailCode,
  signUpWithEmailLink,
} from './panel-routes.ts';
export { buildPasskeyCreation, buildPasskeyRequest, getPasskeyUser, getRelyingParty } from './passkeys/challenges.ts';
export { addPasskey, confirmWithPasskey, findPasskeyOfSession, removePasskey } from './passkeys/passkeys.ts';
export { deletePasskeys, listPasskeys } from './passkeys/passkeys-store.ts';
export { withCorrectPin } from './pins/login-child.ts';
export {
  declineProofOffer,
  getPanelPinState,
  removePanelPin,
  setPanelPin,
  showPresenceWithPanelPin,
} from './pins/panel-pins.ts';
export { PIN_HASH_COST } from './pins/pin-hash.ts';
export { endPinWaits, findPinWait } from './pins/pin-wait.ts';
export { hasEasyPin } from './pins/pins-store.ts';
export { preparePinReset, restorePin } from './pins/reset-pin.ts';
export { clearWrongPins } from './pins/wrong-pins-store.ts';
export { createRecoveryCodes } from './recovery/recovery-codes.ts';
export { deleteRecoveryCodes, listRecoveryCodes } from './recovery/recovery-codes-store.ts';
export { DEVICE_ID_HEADER } from './routes.ts';
export {
  ADDRESS_CHANGE_LIMIT,
  GUARDIAN_NOTICE_LIMIT,
  getFirstPictureYear,
  INVITATION_LIMIT,
  PLANET_CODE_LIMIT,
  REPORT_LIMIT,
  usesPictures,
  VOUCHING_LIMIT,
} from './rules.ts';
export { endChildDevice, listChildDevices } from './sessions/child-devices.ts';
export type { ChildDevice } from './sessions/devices.ts';
export { findLastSignIn, forgetDevices, forgetDevicesOf, listIdsOfSavedProfiles } from './sessions/devices-store.ts';
export { isSessionOpen, listOpenAppSessions } from './sessions/sessions-store.ts';
export {
  findSignInLink,
  isSignInLinkSpent,
  type SignInLink,
  spendSignInLink,
} from './sessions/sign-in-links.ts';

/** Identifies the caller of a request. */
export const authenticator = {
  authenticateBearer,
  authenticatePanelSession,
  findKnownDeviceKey: async (ctx: Context, client: Client) =>
    hasUnguessableDevice(client) ? findKnownDeviceKey(ctx, computeDeviceKeys(ctx, client)) : undefined,
};
