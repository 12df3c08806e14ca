import type { Text } from '../../core/languages.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Tx } from '../../platform/database/index.ts';
import { listGuardians, lockFamily } from '../accounts/index.ts';
import { countFamilyBytes, countFileBytes } from './storage-store.ts';
import { CHILD_STORAGE_FULL, FAMILY_STORAGE_FULL } from './submission-words.ts';

/**
 * Refuses files that a child, or all the children of one of its guardians, have no room for. The caller holds the
 * learner; the guardians' rows are locked here, so that siblings who upload at once are counted one after another.
 */
export async function checkStorage(tx: Tx, childId: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  if ((await countFileBytes(tx, childId)) + bytes > QUOTAS.childFileBytes) throw full(CHILD_STORAGE_FULL);
  const guardians = await listGuardians(tx, childId);
  for (const id of guardians.map((guardian) => guardian.id).sort()) {
    await lockFamily(tx, id);
    if ((await countFamilyBytes(tx, id)) + bytes > QUOTAS.familyFileBytes) throw full(FAMILY_STORAGE_FULL);
  }
}

function full(text: Text): Refusal {
  return new Refusal('CONFLICT', text, { reason: 'storage_full', fields: ['files'] });
}
