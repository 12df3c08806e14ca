import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/caller.ts';
import type { LocalizedText } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import type { TxContext } from '../../../platform/context.ts';
import { countAgainstIpAddressLimit } from '../../access/index.ts';
import { listGuardians, lockProfile } from '../../accounts/index.ts';
import { sumFamilyFileBytes, sumFileBytes } from './submission-files-store.ts';

/**
 * Refuses files that exceed the storage quota of a child, or of all children of one of its guardians (409). The caller must
 * hold the lock on the child's totals. This function locks the profiles of the guardians, so that concurrent uploads of
 * siblings are counted one after another.
 */
export async function checkStorageQuota(ctx: TxContext, childId: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  const guardians = await listGuardians(ctx, childId);
  const limitBytes = guardians.length > 0 ? QUOTAS.childFileBytes : QUOTAS.unlinkedChildFileBytes;
  if ((await sumFileBytes(ctx, childId)) + bytes > limitBytes)
    throw createStorageFullError(localized.submissions.childStorageFull({ limit: limitBytes / 1024 ** 2 }));
  const guardianIds = guardians.map(({ id }) => id).sort(); // always in the same order, so that two uploads cannot deadlock
  for (const id of guardianIds) {
    await lockProfile(ctx, id);
    if ((await sumFamilyFileBytes(ctx, id)) + bytes > QUOTAS.familyFileBytes)
      throw createStorageFullError(
        localized.submissions.familyStorageFull({ limit: QUOTAS.familyFileBytes / 1024 ** 3 }),
      );
  }
}

/** Counts the bytes of a child without a guardian toward the daily limit of the client's IP address. Refuses bytes beyond it (429). */
export async function countUnlinkedChildBytes(
  ctx: TxContext,
  childId: string,
  bytes: number,
  client: Client,
): Promise<void> {
  if (bytes === 0 || (await listGuardians(ctx, childId)).length > 0) return;
  await countAgainstIpAddressLimit(ctx, 'unlinkedFileKilobytes', client, { amount: Math.ceil(bytes / 1024) });
}

function createStorageFullError(text: LocalizedText): ApiError {
  return new ApiError('CONFLICT', text, { reason: 'storage_full', fields: ['files'] });
}
