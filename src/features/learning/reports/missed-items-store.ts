import type { Instant } from '../../../core/instant.ts';
import type { Reader } from '../../../platform/database/index.ts';

/** The items that a child last got wrong at or after `since` and before `until`, the most missed first. */
export async function listMissedItemsBetween(
  db: Reader,
  profileId: string,
  { since, until, limit }: { since: Instant; until: Instant; limit: number },
): Promise<{ task_id: string; item_id: string }[]> {
  return db
    .selectFrom('item_records')
    .select(['task_id', 'item_id'])
    .where('profile_id', '=', profileId)
    .where('misses', '>', 0)
    .where('last_missed_at', '>=', since)
    .where('last_missed_at', '<', until)
    .orderBy('misses', 'desc')
    .orderBy('last_missed_at', 'desc')
    .orderBy('task_id')
    .orderBy('item_id')
    .limit(limit)
    .execute();
}
