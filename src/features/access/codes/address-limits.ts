import { ADDRESS_LIMITS } from '../../../core/quotas.ts';
import type { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/client.ts';
import { countSecondsUntil } from '../../../core/time/instant.ts';
import { createRateLimitedError } from '../../../platform/api-errors.ts';
import type { UnitOfWork } from '../../../platform/context.ts';
import { countAgainstLimit } from './limits-store.ts';

/** Counts an action of a client address towards its limit, and refuses beyond it. `RATE_LIMITS=off` turns this off. */
export async function countAgainstAddressLimit(
  { ctx, tx, now }: UnitOfWork,
  action: keyof typeof ADDRESS_LIMITS,
  { address }: Client,
  createError: (retryAfter: number) => ApiError = createRateLimitedError,
): Promise<void> {
  if (!ctx.settings.hasRateLimits) return;
  const { isWithinLimit, windowEndsAt } = await countAgainstLimit(
    tx,
    ADDRESS_LIMITS[action],
    ctx.secrets.lookup('address', address),
    now,
  );
  if (!isWithinLimit) throw createError(countSecondsUntil(now, windowEndsAt));
}
