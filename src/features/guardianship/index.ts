export {
  cancelAddressChange,
  changeParentEmail,
  enterAddressCodes,
  findPendingAddress,
  followAddressLink,
  getAddressLink,
  isRecovering,
  type PendingAddress,
  startAddressChange,
} from './address-change.ts';
export {
  clearFamilyWrongPins,
  endDevice,
  getLinkedChild,
  pauseChildStreak,
  recordQuestionTried,
  resetPin,
  resumeChildStreak,
  setChildSettings,
  undoQuestionsTried,
  updateAsGuardian,
  updateChild,
} from './child-settings.ts';
export {
  carryOutDepartures,
  getDeparture,
  LEAVING_SECONDS,
  leaveChild,
  stayByLink,
  stayWithChild,
} from './departures.ts';
export { composeAccountDeletionEmail, composeChildDeletionEmail, composeErasedEmail } from './emails.ts';
export {
  acceptInvitation,
  addAsGuardian,
  cancelInvitation,
  getInvitation,
  type InvitationDetails,
  inviteGuardian,
  loadOpenInvitations,
  sendInvitationCode,
  signInAndAcceptInvitation,
} from './invitations.ts';
export { notifyOfAction, notifyOfExport } from './notices.ts';
export {
  areAllGuardiansLeaving,
  computeDeletionTime,
  markForDeletion,
  type RecipientChanges,
  unmarkForDeletion,
  updatePlannedDeletion,
} from './planned-deletion.ts';
export { endReportedSignIn, getReportedSignIn, type ReportedSignIn, setPinAfterReport } from './reported-sign-in.ts';
export { revokeParentAccess, signOutEverywhere } from './sign-out-everywhere.ts';
export { removeGuardianAndNotify, removeLink, unlinkGuardian } from './unlink.ts';
export {
  findVouching,
  listVouchingsAround,
  sendVouchedLinks,
  stopVouchingAsGuardian,
  type Vouching,
  vouchForAddress,
} from './vouching.ts';
