import { ApiError } from '../../../core/requests/api-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';

/**
 * Runs the comparison that an attempt was counted for. When it fails with another error than an ApiError (an outage), the
 * attempt is refunded: only real comparisons count. If the refund fails too, the first error is the one thrown.
 */
export async function refundUnlessCompared<T>(
  ctx: Context,
  compare: () => Promise<T>,
  refund: (tx: Tx) => Promise<void>,
): Promise<T> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof ApiError)) {
      await ctx.write(({ tx }) => refund(tx)).catch((err) => ctx.log.warn({ err }, 'could not refund an attempt'));
    }
    throw error;
  }
}
