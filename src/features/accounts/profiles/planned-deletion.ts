import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { findPlannedDeletion } from './deletions-store.ts';

/** Refuses with CONFLICT while the deletion of a child is planned (gap 127). */
export async function requireNoChildDeletion(ctx: Context, childId: string): Promise<void> {
  if (await findPlannedDeletion(ctx, childId))
    throw new ApiError('CONFLICT', localized.accounts.childToBeDeleted, { reason: 'to_be_deleted' });
}

/** Refuses with CONFLICT while the deletion of a parent's account is planned (gap 127). */
export async function requireNoAccountDeletion(ctx: Context, parentId: string): Promise<void> {
  if (await findPlannedDeletion(ctx, parentId))
    throw new ApiError('CONFLICT', localized.accounts.accountToBeDeleted, { reason: 'account_to_be_deleted' });
}
