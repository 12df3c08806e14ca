import { QUOTAS } from '../../../core/quotas.ts';
import { toUtcDay } from '../../../core/time/days.ts';
import { addSeconds, HOUR } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Learner, LoadedLearner } from '../learner/learner.ts';
import { listMemories, type TaskSelection } from '../learner/learner-store.ts';
import { CHALLENGE_ID } from '../practice/practice-id.ts';
import { buildRound, type Round } from '../practice/round.ts';
import { chooseChallenge } from './choose-challenge.ts';

/** The rounds that count for the quota of a day are those that began in these hours, so that no time zone decides. */
const QUOTA_SECONDS = 18 * HOUR;

interface ChallengeOptions {
  readonly locale: string;
  readonly birthYear: number | null;
}

export const CHALLENGE_SELECTION: TaskSelection = { taskId: CHALLENGE_ID, limit: QUOTAS.challengeRoundsPerDay };

/** Builds a challenge round from the newest attempts. Reads the memories only if a round can be started. */
export async function loadChallenge<L extends Learner>(
  ctx: Context,
  { learner, attempts }: Pick<LoadedLearner<L>, 'learner' | 'attempts'>,
  { locale, birthYear }: ChallengeOptions,
): Promise<Round<L>> {
  const { profileId, now } = learner;
  const [newestAttempt] = attempts;
  const countedSince = addSeconds(now, -QUOTA_SECONDS);
  const isAllowed =
    newestAttempt?.status !== 'in_progress' &&
    attempts.filter(({ started_at }) => started_at > countedSince).length < QUOTAS.challengeRoundsPerDay;
  const chosen = isAllowed
    ? chooseChallenge(learner, await listMemories(ctx, profileId), {
        locale,
        birthYear,
        today: toUtcDay(now),
        seed: `${profileId} ${CHALLENGE_ID} ${(newestAttempt?.number ?? 0) + 1}`,
      })
    : [];
  const { title, instructions } = localized.learning.challenge;
  return buildRound(learner, attempts.slice(0, 1), chosen, { id: CHALLENGE_ID, locale, title, instructions });
}
