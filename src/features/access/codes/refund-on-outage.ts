import { ApiError } from '../../../core/requests/api-error.ts';
import type { Context, TxContext } from '../../../platform/context.ts';

/**
 * Runs `work`, for which an attempt was counted. If it fails with an error that is not an ApiError, such as an outage, the
 * attempt is subtracted again, because only completed comparisons count. If `refund` fails too, the first error is thrown.
 */
export async function refundOnOutage<T>(
  ctx: Context,
  work: () => Promise<T>,
  refund: (ctx: TxContext) => Promise<void>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) {
      await ctx.write((ctx) => refund(ctx)).catch((err) => ctx.log.warn({ err }, 'could not refund an attempt'));
    }
    throw error;
  }
}
