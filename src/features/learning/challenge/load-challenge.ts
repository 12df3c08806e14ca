import type { Task } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { toUtcDay } from '../../../core/time/days.ts';
import { addSeconds, HOUR } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Attempt, PlannedItem } from '../attempts/attempts-store.ts';
import { copyWithTaskState, type Learner, type LoadedLearner } from '../learner/learner.ts';
import { listMemories, type TaskSelection, type TaskState } from '../learner/learner-store.ts';
import { toTaskState } from '../practice/load-practice.ts';
import { CHALLENGE_ID } from '../practice/practice-id.ts';
import { buildRoundTask } from '../practice/practice-task.ts';
import { chooseChallenge } from './choose-challenge.ts';

/** The rounds that count for the quota of a day are those that began in these hours, so that no time zone decides. */
const QUOTA_SECONDS = 18 * HOUR;

/** The challenge round of a child: the open one, the next one or, if none can be started now, the last one. */
export interface Challenge<L extends Learner> {
  /** The child's state. Its content includes the round as a task, and its task states include `state`. */
  readonly learner: L;
  readonly task: Task;
  /** Undefined when the child has not started any. */
  readonly state: TaskState | undefined;
  readonly plan: readonly PlannedItem[];
  readonly newestAttempt: Attempt | undefined;
  readonly isStartable: boolean;
}

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
): Promise<Challenge<L>> {
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
  const isStartable = chosen.length > 0;
  const plan = isStartable ? chosen : (newestAttempt?.plan ?? []);
  const { title, instructions } = localized.learning.challenge;
  const { task, content } = buildRoundTask(learner.content, { id: CHALLENGE_ID, plan, locale, title, instructions });
  const state = newestAttempt && toTaskState(newestAttempt, newestAttempt.status === 'passed' ? [newestAttempt] : []);
  const learnerWithContent = { ...learner, content };
  return {
    learner: state ? copyWithTaskState(learnerWithContent, state) : learnerWithContent,
    task,
    state,
    plan,
    newestAttempt,
    isStartable,
  };
}
