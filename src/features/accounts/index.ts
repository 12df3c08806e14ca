export { exportedAccountsTables } from './accounts-export.ts';
export { type ChildSettings, getChildSettings, saveChildSettings } from './guardians/child-settings-store.ts';
export { checkChildren, recordConsent } from './guardians/consent.ts';
export {
  addGuardian,
  type Consent,
  findLinkedChild,
  type LeavingGuardian,
  listConsents,
  listGuardianships,
  listGuardiansLeaving,
  lockProfileRow,
  removeAllGuardians,
  removeGuardian,
  selectChildIds,
} from './guardians/guardians-store.ts';
export {
  deleteInvitation,
  deleteInvitationsBy,
  deleteInvitationsTo,
  expiredInvitations,
  findInvitation,
  type Invitation,
  listInvitations,
  replaceInvitation,
  spendInvitation,
} from './guardians/invitations-store.ts';
export { buildChild, type ChildDraft, findOrCreateParent, insertChild } from './profiles/create-profile.ts';
export {
  beginErasing,
  bindDeletion,
  type Deletion,
  deleteDeletion,
  findDeletion,
  insertDeletion,
  isErasing,
  listDueDeletions,
  listDueTimes,
  listLeftDeletions,
  lockErasing,
  postponeDeletion,
  profilesToBeDeleted,
} from './profiles/deletions-store.ts';
export { displayEmail, nameInEmail } from './profiles/email-name.ts';
export {
  clearEmail,
  deleteProfile,
  findParentByEmail,
  findProfile,
  findProfileWithGuardian,
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
} from './profiles/profiles-store.ts';
export { validateLanguage, validateName } from './routes.ts';
export { avatarVersion, MAX_GUARDIANS, normalizeEmail } from './rules.ts';
export { AvatarSchema, avatarLook, avatarPath, avatarUrl } from './serializers.ts';
