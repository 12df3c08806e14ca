export { type ChildSettings, getChildSettings, saveChildSettings } from './guardians/child-settings-store.ts';
export { checkChildLimit, recordConsent, requireConsent } from './guardians/consent.ts';
export {
  addGuardian,
  type Consent,
  clearDeparture,
  findLinkedChild,
  type GuardianWithDeletion,
  listConsents,
  listDueDepartures,
  listGuardianIds,
  listGuardians,
  listGuardiansWithDeletion,
  removeAllGuardians,
  removeGuardian,
  saveDeparture,
  selectChildIds,
  selectGuardianIds,
} from './guardians/guardians-store.ts';
export {
  deleteInvitation,
  deleteInvitationsToAddress,
  deleteInvitationsToChild,
  deleteSentInvitations,
  findInvitation,
  type Invitation,
  listOpenInvitations,
  markInvitationAccepted,
  replaceInvitation,
} from './guardians/invitations-store.ts';
export {
  buildChild,
  type ChildDraft,
  chooseLook,
  findOrCreateParent,
  listStarterLooks,
  requireBirthYear,
  requireChildBirthYear,
} from './profiles/create-profile.ts';
export {
  beginErasing,
  beginErasingNow,
  cancelDeletion,
  findPlannedDeletion,
  hasNoPlannedDeletion,
  insertPlannedDeletion,
  isBeingErased,
  listChildIdsOfOrphanedDeletions,
  listProfileIdsDueForDeletion,
  lockBegunDeletion,
  makeDeletionDue,
  type PlannedDeletion,
  postponeDeletion,
  setDeletionAccount,
} from './profiles/deletions-store.ts';
export { formatEmailForDisplay, formatNameForEmail, isLinkable, maskEmail } from './profiles/link-safe-text.ts';
export { requireNoAccountDeletion, requireNoChildDeletion } from './profiles/planned-deletion.ts';
export {
  clearEmail,
  deleteProfile,
  type Family,
  findFirstLinkTime,
  findParentByEmail,
  findProfile,
  findProfileWithGuardian,
  hasProfiles,
  insertFirstGuardian,
  insertProfile,
  listChildAndSiblings,
  listChildren,
  listProfiles,
  listProfilesAfter,
  loadFamily,
  lockProfile,
  type Profile,
  saveReadingAnswer,
  searchProfiles,
  setEmail,
  updateProfile,
} from './profiles/profiles-store.ts';
export { validateLanguage, validateName } from './routes.ts';
export { CONSENT_TEXT_VERSION, normalizeEmail } from './rules.ts';
export { AvatarSchema, buildAvatarPath, buildAvatarUrl, computeAvatarVersion, toAvatarLook } from './serializers.ts';
