export { type ChildSettings, getChildSettings, saveChildSettings } from './child-settings-store.ts';
export { checkChildren, recordConsent } from './consent.ts';
export { buildChild, type ChildDraft, findOrCreateParent, insertChild } from './create-profile.ts';
export {
  bindDeletion,
  claimDeletion,
  closedProfiles,
  type Deletion,
  deleteDeletion,
  findDeletion,
  insertDeletion,
  listDueDeletions,
  listDueTimes,
  postponeDeletion,
} from './deletions-store.ts';
export { nameInEmail } from './email-name.ts';
export { exportedTables } from './export-store.ts';
export {
  addGuardian,
  type Consent,
  childrenOf,
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
export {
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
} from './profiles-store.ts';
export { getMe, patchMe, validateLanguage, validateName } from './routes.ts';
export { MAX_GUARDIANS, normalizeEmail } from './rules.ts';
export { AvatarShape, avatarLook, avatarPath, avatarUrl } from './serializers.ts';
