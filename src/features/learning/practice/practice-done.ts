import type { Day } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import type { Profile } from '../../accounts/index.ts';
import { loadLearner } from '../learner/learner.ts';
import { buildRoundsSelection, loadDailyPractice } from './load-practice.ts';
import { getDailyPracticePhase } from './practice-id.ts';

/** Whether a child has completed a round of the daily practice of this day, or there is none to do. */
export async function isPracticeDone(
  ctx: Context,
  { id, language, birth_year: birthYear }: Pick<Profile, 'id' | 'language' | 'birth_year'>,
  day: Day,
): Promise<boolean> {
  const learnerWithRounds = await loadLearner(ctx, id, buildRoundsSelection(day));
  const practice = await loadDailyPractice(ctx, learnerWithRounds, { day, locale: language, birthYear });
  const { completedRoundCount, newestAttempt, isStartable } = practice;
  if (completedRoundCount > 0) return true;
  return newestAttempt === undefined && !isStartable && getDailyPracticePhase(day, ctx.now()) === 'today';
}
