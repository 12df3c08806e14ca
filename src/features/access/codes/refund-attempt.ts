import { Refusal } from '../../../core/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';

/**
 * Does what a try was counted for. When that fails without a verdict (an outage, not a refusal), the try is given back:
 * only what was really compared counts. Should giving back fail too, the first error is the one to tell.
 */
export async function refundUnlessCompared<T>(
  ctx: Context,
  compare: () => Promise<T>,
  giveBack: (tx: Tx) => Promise<void>,
): Promise<T> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof Refusal)) {
      await ctx.write(giveBack).catch((err) => ctx.log.warn({ err }, 'a try could not be given back'));
    }
    throw error;
  }
}
