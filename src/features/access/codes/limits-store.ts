import { addSeconds, type Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { Limit } from '../rules.ts';

/** The state of a limit after an action was counted. */
export interface LimitStatus {
  readonly isWithinLimit: boolean;
  /** How many actions the window has, with this one. */
  readonly count: number;
  readonly windowEndsAt: Instant;
}

/** The clocks of the machines that run the service differ by less than this. */
const MAX_CLOCK_SKEW_SECONDS = 60;

/**
 * Counts an action against `limit` in one statement, and returns whether it was within the limit. An action can count
 * as more than one (`amount`). Each `key`, such as a profile id, is counted separately. If the clock has been set back, a
 * stored window may end later than a new window would. Such a window counts as ended. A difference of up to a minute is
 * ignored, because the clocks of machines differ.
 */
export async function countAgainstLimit(ctx: TxContext, limit: Limit, key: string, amount = 1): Promise<LimitStatus> {
  const now = ctx.now();
  const newWindowEndsAt = addSeconds(now, limit.windowSeconds);
  const row = await ctx.db
    .insertInto('counters')
    .values({ bucket: toBucket(limit, key), count: amount, window_ends_at: newWindowEndsAt })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet((eb) => {
        const isWindowOver = eb.or([
          eb('counters.window_ends_at', '<=', now),
          eb('counters.window_ends_at', '>', addSeconds(newWindowEndsAt, MAX_CLOCK_SKEW_SECONDS)),
        ]);
        return {
          count: eb
            .case()
            .when(isWindowOver)
            .then(amount)
            .else(eb('counters.count', '+', amount))
            .end(),
          window_ends_at: eb
            .case()
            .when(isWindowOver)
            .then(newWindowEndsAt)
            .else(eb.ref('counters.window_ends_at'))
            .end(),
        };
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  return { isWithinLimit: row.count <= limit.maxCount, count: row.count, windowEndsAt: row.window_ends_at };
}

/** Whether an action has been counted in the current window. */
export async function isCounted({ db, now }: Context, limit: Limit, key: string): Promise<boolean> {
  const query = db.selectFrom('counters').select('count').where('bucket', '=', toBucket(limit, key));
  return (await query.where('window_ends_at', '>', now()).executeTakeFirst()) !== undefined;
}

/** Subtracts one from a count, for example after a correct code. */
export async function refundAttempt({ db }: TxContext, limit: Limit, key: string): Promise<void> {
  await db
    .updateTable('counters')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('bucket', '=', toBucket(limit, key))
    .where('count', '>', 0)
    .execute();
}

/** Deletes the counters whose key is a profile id. They would end by themselves within a day. */
export async function deleteCountersOf({ db }: TxContext, profileId: string): Promise<number> {
  const query = db.deleteFrom('counters').where('bucket', 'like', `%: ${profileId}`);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

function toBucket({ name }: Limit, key: string): string {
  return `${name}: ${key}`;
}
