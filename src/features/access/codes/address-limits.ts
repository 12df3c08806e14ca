import { ADDRESS_LIMITS } from '../../../core/quotas.ts';
import type { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/client.ts';
import { countSecondsUntil } from '../../../core/time/instant.ts';
import { createRateLimitedError } from '../../../platform/api-errors.ts';
import type { UnitOfWork } from '../../../platform/context.ts';
import { countAgainstLimit } from './limits-store.ts';

interface AddressLimitOptions {
  readonly amount?: number;
  readonly createError?: (retryAfter: number) => ApiError;
}

/**
 * Counts an action of a client address, which can count as more than one (`amount`), towards the limit of that action,
 * and refuses it beyond the limit. `RATE_LIMITS=off` turns this off.
 */
export async function countAgainstAddressLimit(
  { ctx, tx, now }: UnitOfWork,
  action: keyof typeof ADDRESS_LIMITS,
  { address }: Client,
  { amount = 1, createError = createRateLimitedError }: AddressLimitOptions = {},
): Promise<void> {
  if (!ctx.settings.hasRateLimits) return;
  const { isWithinLimit, windowEndsAt } = await countAgainstLimit(
    tx,
    ADDRESS_LIMITS[action],
    ctx.secrets.hashWithPepper('address', address),
    now,
    amount,
  );
  if (!isWithinLimit) throw createError(countSecondsUntil(now, windowEndsAt));
}
