import type { TxContext } from '../../../platform/context.ts';
import type { Handle } from '../../../platform/database/index.ts';
import type { MemoryRow } from '../../../schema/tables.ts';
import type { RatedAnswers } from './ability.ts';

/** The ids of profiles with ratings after `afterId`, in their order. */
export async function listRatedProfiles({ db }: Handle, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('memories')
    .select('profile_id')
    .distinct()
    .where('profile_id', '>', afterId)
    .orderBy('profile_id')
    .limit(limit)
    .execute();
  return rows.map(({ profile_id }) => profile_id);
}

/** What a child's completed attempts have changed in its ratings, in the order in which they ended. */
export async function listRatedAnswers({ db }: Handle, profileId: string): Promise<RatedAnswers[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('ratings')
    .where('profile_id', '=', profileId)
    .where('ratings', 'is not', null)
    .orderBy('completed_at')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ ratings }): RatedAnswers[] => JSON.parse(ratings ?? '[]'));
}

export function listRatings(
  { db }: Handle,
  profileId: string,
): Promise<Pick<MemoryRow, 'subject' | 'ability' | 'asked' | 'variance'>[]> {
  return db
    .selectFrom('memories')
    .select(['subject', 'ability', 'asked', 'variance'])
    .where('profile_id', '=', profileId)
    .orderBy('subject')
    .execute();
}

export async function saveRating(
  { db }: Pick<TxContext, 'db'>,
  profileId: string,
  { subject, ability, asked, variance }: Pick<MemoryRow, 'subject' | 'ability' | 'asked' | 'variance'>,
): Promise<void> {
  await db
    .updateTable('memories')
    .set({ ability, asked, variance })
    .where('profile_id', '=', profileId)
    .where('subject', '=', subject)
    .execute();
}
