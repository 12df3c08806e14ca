import { createFieldError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { Profile } from '../../accounts/index.ts';
import type { FirstLink } from '../first-link/first-link.ts';
import { endChildSessions } from '../open-sessions.ts';
import { isPin } from '../rules.ts';
import { forgetDevicesAfter } from '../sessions/devices-store.ts';
import { isEasyPin } from './easy-pins.ts';
import { hashPin } from './pin-hash.ts';
import { updatePin } from './pins-store.ts';
import { clearWrongPins } from './wrong-pins-store.ts';

/**
 * Hashes a new PIN and returns a function that saves it as a child's PIN in a transaction. There are two steps because
 * hashing waits in a queue and must not hold a transaction open. Saving clears the wrong PINs and ends every
 * session of the child. Refuses a PIN that is not four digits, or that is easy to guess (400).
 */
export async function preparePinReset(
  ctx: Context,
  { birth_year }: Pick<Profile, 'birth_year'>,
  pin: string,
): Promise<(ctx: TxContext, childId: string) => Promise<void>> {
  if (!isPin(pin)) throw createFieldError('pin', localized.access.invalidPin);
  if (isEasyPin(pin, birth_year)) throw createFieldError('pin', localized.access.easyPin);
  const hash = await hashPin(ctx, pin);
  return async (ctx, childId) => {
    await updatePin(ctx, childId, hash);
    await clearWrongPins(ctx, [childId]);
    await endChildSessions(ctx, childId);
  };
}

/**
 * Makes the PIN before a first link the child's PIN again, ends every session, and makes the devices on which the child has signed in
 * since the link unknown.
 */
export async function restorePin(
  ctx: TxContext,
  { profile_id, linked_at, pin_hash, pin_set_at }: FirstLink,
): Promise<void> {
  await updatePin(ctx, profile_id, pin_hash, pin_set_at);
  await forgetDevicesAfter(ctx, profile_id, linked_at);
  await endChildSessions(ctx, profile_id);
}
