export {
  cancelAccountDeletion,
  cancelChildDeletion,
  listChildrenDeletedWithAccount,
  planAccountDeletion,
  planChildDeletion,
} from './deletions.ts';
export { eraseDueProfiles } from './erase.ts';
export { exportAccount, exportChild } from './export.ts';
