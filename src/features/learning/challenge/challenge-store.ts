import type { Context } from '../../../platform/context.ts';
import { prepareQuery } from '../../../platform/database/index.ts';
import { CHALLENGE_ID } from '../practice/practice-id.ts';

const findBestRoundQuery = prepareQuery(({ db }, { id }: { id: string }) =>
  db
    .selectFrom('attempts')
    .select(['points', 'completed_at'])
    .where('profile_id', '=', id)
    .where('task_id', '=', CHALLENGE_ID)
    .where('status', '=', 'passed')
    .orderBy('points', 'desc')
    .orderBy('number')
    .limit(1),
);

/** The first challenge round with the most right answers; undefined if the child has not finished any. */
export async function findBestRound(ctx: Context, profileId: string) {
  const [best] = await findBestRoundQuery(ctx, { id: profileId });
  return best;
}
