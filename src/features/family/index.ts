export {
  changeChild,
  clearLock,
  getChildOf,
  pauseChild,
  resetPin,
  resumeChild,
  setChildSettings,
} from './child-powers.ts';
export {
  keepAccount,
  keepChildProfile,
  listOnlyMine,
  planAccountDeletion,
  planChildDeletion,
} from './deletions.ts';
export { sendDigests } from './digest.ts';
export { sweepFamily } from './erase.ts';
export { exportAccount, exportChild } from './export.ts';
export { GRACE_DAYS } from './follow-guardians.ts';
export {
  acceptInvitation,
  cancelInvitation,
  enterAndAccept,
  getInvitation,
  inviteGuardian,
  listOpenInvitations,
  type OpenInvitation,
  sendInvitationCode,
} from './invitations.ts';
export { readLettersToken, setWeeklyLetter, switchLettersOff, wantsWeeklyLetter } from './letter-settings.ts';
export { signOutEverywhere } from './sign-out.ts';
export { unlinkGuardian } from './unlink.ts';
