import type { Day } from '../../../core/time/days.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { Pause } from './streak.ts';

/** The pause that includes a day, or the next one after it. */
export async function findPause({ db }: Context, profileId: string, day: Day): Promise<Pause | undefined> {
  return db
    .selectFrom('streak_pauses')
    .select(['from_date as from', 'until_date as until'])
    .where('profile_id', '=', profileId)
    .where((where) => where.or([where('until_date', 'is', null), where('until_date', '>=', day)]))
    .orderBy('from_date')
    .limit(1)
    .executeTakeFirst();
}

export async function savePause({ db }: TxContext, profileId: string, { from, until }: Pause): Promise<void> {
  await db
    .insertInto('streak_pauses')
    .values({ profile_id: profileId, from_date: from, until_date: until })
    .onConflict((conflict) => conflict.columns(['profile_id', 'from_date']).doUpdateSet({ until_date: until }))
    .execute();
}

export async function deletePause({ db }: TxContext, profileId: string, from: Day): Promise<void> {
  await db.deleteFrom('streak_pauses').where('profile_id', '=', profileId).where('from_date', '=', from).execute();
}
