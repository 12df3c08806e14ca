import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { AttemptRow, ItemLevelRow } from '../../../schema/tables.ts';

export function listItemLevels({ db }: Pick<Context, 'db'>): Promise<ItemLevelRow[]> {
  return db
    .selectFrom('item_levels')
    .select(['task_id', 'item_id', 'shift', 'answers', 'counted_until'])
    .orderBy('task_id')
    .orderBy('item_id')
    .execute();
}

export type RatedAttempt = Pick<AttemptRow, 'id' | 'task_id' | 'plan' | 'ratings' | 'completed_at'>;

/** At most `limit` attempts of all children with an id after `afterId`, in the order of their ids, which is that of their starts. */
export function listRatedAttempts(
  { db }: Pick<Context, 'db'>,
  {
    afterId,
    startedUntil,
    limit,
  }: { readonly afterId: string; readonly startedUntil: Instant; readonly limit: number },
): Promise<RatedAttempt[]> {
  return db
    .selectFrom('attempts')
    .select(['id', 'task_id', 'plan', 'ratings', 'completed_at'])
    .where('id', '>', afterId)
    .where('started_at', '<=', startedUntil)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Saves what was learned, unless a later run has already saved more. */
export async function saveItemLevels({ db }: TxContext, levels: readonly ItemLevelRow[]): Promise<void> {
  await db
    .insertInto('item_levels')
    .values(levels)
    .onConflict((conflict) =>
      conflict
        .columns(['task_id', 'item_id'])
        .doUpdateSet(({ ref }) => ({
          shift: ref('excluded.shift'),
          answers: ref('excluded.answers'),
          counted_until: ref('excluded.counted_until'),
        }))
        .whereRef('item_levels.counted_until', '<', 'excluded.counted_until'),
    )
    .execute();
}
