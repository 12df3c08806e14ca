export { type ChildSettings, getChildSettings, saveChildSettings } from './child-settings-store.ts';
export { keepChild, type NewChild, newChild, parentOf } from './create-profile.ts';
export { getMe, patchMe } from './routes.ts';
export { cleanEmail } from './rules.ts';
export {
  findMe,
  findParentByEmail,
  findProfile,
  firstLinkAt,
  insertConsent,
  insertFirstGuardian,
  listChildren,
  listGuardians,
  listProfiles,
  type Profile,
  updateProfile,
} from './store.ts';
export { AvatarShape, avatarPath, avatarUrl, lookOf } from './wire.ts';
export { NO_EMAIL } from './words.ts';
