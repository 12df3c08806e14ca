export {
  cancelAccountDeletion,
  cancelChildDeletion,
  listChildrenDeletedWithAccount,
  planAccountDeletion,
  planChildDeletion,
} from './deletions.ts';
export { eraseDueProfiles, eraseRestoredProfiles } from './erase.ts';
export { copyErasedIds } from './erased-ids.ts';
export { exportAccount, exportChild } from './export.ts';
