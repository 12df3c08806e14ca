import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { isBeingErased } from '../profiles/deletions-store.ts';
import { insertConsent, pruneConsents } from '../profiles/profiles-store.ts';
import { CONSENT_TEXT_VERSION } from '../rules.ts';
import { listConsentedChildIds, listGuardians, lockAndCountChildren } from './guardians-store.ts';

/**
 * Refuses a new link if the parent now has too many children or is being erased. Call it after inserting the link, in the same
 * transaction.
 */
export async function checkChildLimit(ctx: TxContext, parentId: string): Promise<void> {
  const count = await lockAndCountChildren(ctx, parentId);
  if (await isBeingErased(ctx, parentId)) throw createNotFoundError();
  if (count > QUOTAS.childrenPerParent)
    throw new ApiError('CONFLICT', localized.accounts.tooManyChildren({ limit: QUOTAS.childrenPerParent }), {
      reason: 'too_many_children',
    });
}

/**
 * Records that a parent has agreed, by linking, that the service stores the child's profile. Refuses another child when the
 * parent has already been linked to too many children, because repeated linking and unlinking would otherwise create an
 * unlimited number of rows.
 */
export async function recordConsent(ctx: TxContext, child_id: string, parent_id: string): Promise<void> {
  const childIds = await listConsentedChildIds(ctx, parent_id);
  if (!childIds.includes(child_id) && childIds.length >= QUOTAS.linkedChildrenPerParent)
    throw createTooManyLinkedChildrenError();
  const consent = { child_id, parent_id, text_version: CONSENT_TEXT_VERSION, given_at: ctx.now() };
  await insertConsent(ctx, { id: ctx.random.timeOrderedId(), ...consent });
  await pruneConsents(ctx, child_id, parent_id);
}

/**
 * Refuses texts and files of a child without a guardian (403) on a service that requires the consent of a guardian (CONSENT, gap 177).
 */
export async function requireConsent(ctx: Context, childId: string): Promise<void> {
  if (!ctx.settings.requiresConsent || (await listGuardians(ctx, childId)).length > 0) return;
  throw new ApiError('FORBIDDEN', localized.accounts.guardianRequired, { reason: 'guardian_required' });
}

function createTooManyLinkedChildrenError(): ApiError {
  const limit = QUOTAS.linkedChildrenPerParent;
  return new ApiError('CONFLICT', localized.accounts.tooManyLinkedChildren({ limit }), { reason: 'too_many_children' });
}
