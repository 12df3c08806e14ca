export {
  cancelAccountDeletion,
  cancelChildDeletion,
  listChildrenDeletedWithAccount,
  planAccountDeletion,
  planChildDeletion,
} from './deletions.ts';
export { eraseDueProfiles, eraseNow, eraseRestoredProfiles } from './erase.ts';
export { copyErasedIds, pruneErasedIds } from './erased-ids.ts';
export { exportAccount, exportChild, exportProfile } from './export.ts';
