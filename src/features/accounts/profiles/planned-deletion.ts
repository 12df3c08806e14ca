import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { findPlannedDeletion } from './deletions-store.ts';

/** Refuses with CONFLICT while the deletion of a child is planned (gap 127). */
export async function requireNoChildDeletion(db: Reader, childId: string): Promise<void> {
  if (await findPlannedDeletion(db, childId))
    throw new ApiError('CONFLICT', localized.accounts.childToBeDeleted, { reason: 'to_be_deleted' });
}

/** Refuses with CONFLICT while the deletion of a parent's account is planned (gap 127). */
export async function requireNoAccountDeletion(db: Reader, parentId: string): Promise<void> {
  if (await findPlannedDeletion(db, parentId))
    throw new ApiError('CONFLICT', localized.accounts.accountToBeDeleted, { reason: 'account_to_be_deleted' });
}
