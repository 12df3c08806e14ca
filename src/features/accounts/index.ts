export { type ChildSettings, getChildSettings, saveChildSettings } from './child-settings-store.ts';
export { checkChildren, recordConsent } from './consent.ts';
export { keepChild, type NewChild, newChild, parentOf } from './create-profile.ts';
export {
  bindDeletion,
  claimDeletion,
  type Deletion,
  deleteDeletion,
  findDeletion,
  insertDeletion,
  listDueDeletions,
  listDueTimes,
  postponeDeletion,
} from './deletions-store.ts';
export { nameInEmail } from './email-name.ts';
export {
  addGuardian,
  type Consent,
  findChildOf,
  type LeavingGuardian,
  listConsents,
  listGuardianships,
  listGuardiansLeaving,
  lockFamiliesOf,
  lockFamily,
  removeGuardian,
} from './guardians-store.ts';
export {
  deleteExpiredInvitations,
  deleteInvitation,
  deleteInvitationsBy,
  deleteInvitationsTo,
  findInvitation,
  type Invitation,
  listInvitations,
  replaceInvitation,
  spendInvitation,
} from './invitations-store.ts';
export { checkedLanguage, checkedName, getMe, patchMe } from './routes.ts';
export { cleanEmail, MOST_GUARDIANS } from './rules.ts';
export {
  findChild,
  findMe,
  findParentByEmail,
  findProfile,
  firstLinkAt,
  hasProfiles,
  insertFirstGuardian,
  listChildren,
  listFamily,
  listGuardians,
  listOpenChildren,
  listProfiles,
  lockProfile,
  type Profile,
  updateProfile,
} from './store.ts';
export { AvatarShape, avatarPath, avatarUrl, lookOf } from './wire.ts';
export { NO_EMAIL } from './words.ts';
