import { fieldError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import { endChildSessions } from '../active-sessions.ts';

import { isPin } from '../rules.ts';
import { hashPin } from './pin-hash.ts';
import { clearPinLocks, updatePin } from './pins-store.ts';

/**
 * Replaces a child's PIN in two steps, because hashing waits in a queue and must not hold a transaction open. The new PIN
 * clears the locks after wrong ones and ends every session that the old PIN opened.
 */
export async function preparePin(
  ctx: Context,
  parentId: string,
  pin: string,
): Promise<(unit: UnitOfWork, childId: string) => Promise<void>> {
  if (!isPin(pin)) throw fieldError('pin', localized.access.invalidPin);
  const hash = await hashPin(ctx, pin, { client: parentId });
  return async (unit, childId) => {
    await updatePin(unit.tx, childId, hash, unit.now);
    await clearPinLocks(unit.tx, childId);
    await endChildSessions(unit, childId);
  };
}
