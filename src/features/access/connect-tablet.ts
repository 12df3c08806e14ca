import { parseLinkingCode } from '../../core/one-time-codes.ts';
import { ApiError, createFieldError } from '../../core/requests/api-error.ts';
import type { Client } from '../../core/requests/caller.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { loadFamily, type Profile } from '../accounts/index.ts';
import { findCodeOwner } from './codes/codes-store.ts';
import { countAgainstLimits, createWrongCodeError, hashIpSite } from './codes/email-codes.ts';
import { refundAttempt } from './codes/limits-store.ts';
import { computeParentCodeDigests } from './codes/parent-codes.ts';
import { ALL_TABLET_ATTEMPTS_LIMIT, TABLET_ATTEMPT_LIMIT, TABLET_DEVICE_LIMIT } from './rules.ts';
import { computeDeviceKeys } from './sessions/devices.ts';
import { connectProfileToDevice } from './sessions/saved-profiles.ts';

/**
 * Saves the children of the parent who shows a tablet code on the client's device, which from then on lists them and knows them: their
 * first sign-in there raises no alarm (decision 0074). Wrong PINs count as on an unknown device until somebody has signed in. The code stays
 * valid for other devices. A preview only says which children these are: somebody may have sent the address in a chat. Refuses a wrong code (400), and too many on a device or from one place or too many devices of a parent (429).
 */
export async function connectTablet(
  ctx: Context,
  enteredCode: string,
  client: Client,
  { isPreview }: { readonly isPreview: boolean },
): Promise<readonly Profile[]> {
  if (client.deviceId === undefined) throw createFieldError('Device-Id', localized.access.missingDeviceId);
  const code = parseLinkingCode(enteredCode);
  if (code === undefined) throw createWrongCodeError();
  const deviceKeys = computeDeviceKeys(ctx, client);
  const outcome = await ctx.write(async (ctx) => {
    const limits = [
      { limit: TABLET_ATTEMPT_LIMIT, key: deviceKeys[0] ?? '' },
      { limit: ALL_TABLET_ATTEMPTS_LIMIT, key: hashIpSite(ctx, client) },
    ];
    for (const { limit, key } of limits) {
      const refusal = await countAgainstLimits(ctx, [limit], key);
      if (refusal) return refusal;
    }
    const parentId = await findCodeOwner(ctx, 'tablet', computeParentCodeDigests(ctx, 'tablet', code));
    if (parentId === undefined) {
      ctx.logSecurity({ event: 'sign-in-failed', kind: 'tablet' });
      return createWrongCodeError();
    }
    for (const { limit, key } of limits) await refundAttempt(ctx, limit, key);
    const { childrenWithoutDeletion: children } = await loadFamily(ctx, parentId);
    if (isPreview) return children;
    const excess = await countAgainstLimits(ctx, [TABLET_DEVICE_LIMIT], parentId);
    if (excess) return excess;
    for (const { id } of children) await connectProfileToDevice(ctx, deviceKeys, id);
    ctx.logSecurity({ event: 'power-used', kind: 'tablet', subject: parentId });
    return children;
  });
  if (outcome instanceof ApiError) throw outcome; // thrown after the transaction, so that the attempt stays counted
  return outcome;
}
