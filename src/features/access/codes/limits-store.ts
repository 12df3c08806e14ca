import { addSeconds, type Instant } from '../../../core/time/instant.ts';
import { type RowSelection, selectRowsUntil, type Tx } from '../../../platform/database/index.ts';
import type { Limit } from '../rules.ts';

export interface LimitStatus {
  readonly within: boolean;
  readonly endsAt: Instant;
}

/** Longer than the clocks of several processes differ. */
const CLOCK_SKEW_SECONDS = 60;

/**
 * Counts one more of `limit` for `subject` in one statement, and reports whether it was within the limit. A window that
 * ends later than a window that begins now was written before the clock was set back; it counts as ended.
 */
export async function countAgainstLimit(tx: Tx, limit: Limit, subject: string, now: Instant): Promise<LimitStatus> {
  const endsAt = addSeconds(now, limit.seconds);
  const row = await tx
    .insertInto('counters')
    .values({ bucket: toBucket(limit, subject), count: 1, window_ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet((set) => {
        const isOver = set.or([
          set('counters.window_ends_at', '<=', now),
          set('counters.window_ends_at', '>', addSeconds(endsAt, CLOCK_SKEW_SECONDS)),
        ]);
        return {
          count: set
            .case()
            .when(isOver)
            .then(1)
            .else(set('counters.count', '+', 1))
            .end(),
          window_ends_at: set.case().when(isOver).then(endsAt).else(set.ref('counters.window_ends_at')).end(),
        };
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  return { within: row.count <= limit.count, endsAt: row.window_ends_at };
}

/** Takes one count back, for example after a right code. */
export async function refundLimit(tx: Tx, limit: Limit, subject: string): Promise<void> {
  await tx
    .updateTable('counters')
    .set((set) => ({ count: set('count', '-', 1) }))
    .where('bucket', '=', toBucket(limit, subject))
    .where('count', '>', 0)
    .execute();
}

export function expiredCounters(now: Instant): RowSelection {
  return selectRowsUntil('counters', ['bucket'], 'window_ends_at', now);
}

function toBucket({ name }: Limit, subject: string): string {
  return `${name}: ${subject}`;
}
