import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { fieldRefusal } from '../../../platform/http/validation.ts';
import { endChildSessions } from '../active-sessions.ts';

import { isPin } from '../rules.ts';
import { hashPin } from './pin-hash.ts';
import { clearPinLocks, updatePin } from './pins-store.ts';

/**
 * Gives a child another PIN, in two steps: hashing takes its turn outside of any transaction. With it go the waits after
 * wrong ones and every sign-in that the old PIN has opened.
 */
export async function preparePin(ctx: Context, pin: string): Promise<(tx: Tx, childId: string) => Promise<void>> {
  if (!isPin(pin)) throw fieldRefusal('pin', localized.access.pinForm);
  const hash = await hashPin(ctx, pin);
  return async (tx, childId) => {
    await updatePin(tx, childId, hash, ctx.now());
    await clearPinLocks(tx, childId);
    await endChildSessions(ctx, tx, childId);
  };
}
