import type { Child } from '../../../core/requests/caller.ts';
import { toLocalNow } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import type { TxContext } from '../../../platform/context.ts';
import { findOpenAttempt } from '../attempts/drawn-items.ts';
import { computePracticeReward } from '../attempts/pack-task.ts';
import type { PlayedTask } from '../attempts/played-task.ts';
import { gradeTask, type TaskGrade } from '../grading/grade.ts';
import { lockLearner } from '../learner/learner.ts';
import type { AttemptSelection } from '../learner/learner-store.ts';
import { computeStars } from '../learner/rewards.ts';
import { updateRatings } from '../memory/update-memories.ts';
import { closeItem } from '../placement/play-placement.ts';
import { buildSources, recordRound, toRoundGrade } from '../practice/play-practice.ts';
import { startRound } from '../practice/round.ts';
import { CHALLENGE_SELECTION, loadChallenge } from './load-challenge.ts';

/** Loads the challenge round of a child. */
export async function loadChallengeTask(
  ctx: TxContext,
  { profileId, language: locale, birthYear }: Child,
  rounds: AttemptSelection | undefined,
): Promise<PlayedTask> {
  const loaded = await lockLearner(ctx, profileId, { ...CHALLENGE_SELECTION, rounds });
  const challenge = await loadChallenge(ctx, loaded, { locale, birthYear });
  const { learner, task, state, newestAttempt, plan } = challenge;
  return {
    learner,
    task,
    state,
    openAttempt: findOpenAttempt(learner.content, state, newestAttempt),
    sources: buildSources(learner.content, plan),
    rounds: loaded.rounds,
    memories: loaded.memories,
    start: () => startRound(ctx, challenge, localized.learning.challenge),
    grade: (...args) => toChallengeGrade(gradeTask(...args)),
    continueAfterAnswer: async (attempt, itemId) => closeItem(attempt, itemId),
    updateMemories: updateRatings,
    recordsItems: false,
    getMemoryDay: (timeZone) => toLocalNow(learner.now, timeZone).today,
    computeReward: (attempt, timeZone) => computePracticeReward(ctx, learner, attempt, timeZone),
    saveResult: (attempt, change) => recordRound(ctx, challenge, attempt, change),
  };
}

/** A point for each right answer, so that the points of rounds can be compared. */
function toChallengeGrade(grade: TaskGrade): TaskGrade {
  const { passed, items } = toRoundGrade(grade);
  const points = items.filter(({ correct }) => correct).length;
  const score = points / Math.max(1, items.length);
  return { ...grade, passed, points, max_points: items.length, score, stars: passed ? computeStars(score, 0) : 0 };
}
