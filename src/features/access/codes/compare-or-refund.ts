import { ApiError } from '../../../core/requests/api-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';

/**
 * Runs the comparison for which an attempt was counted. If the comparison fails with an error that is not an ApiError, such
 * as an outage, the attempt is subtracted again, because only completed comparisons count. If `refund` fails too, the first
 * error is thrown.
 */
export async function compareOrRefund<T>(
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
