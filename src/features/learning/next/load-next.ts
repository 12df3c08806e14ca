import { toLocalMidnight, toLocalNow } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import type { Learner } from '../learner/learner.ts';
import { getAttemptsAndMemories } from '../learner/learner-store.ts';
import { computeAge } from '../memory/ability.ts';
import { buildDailyPractice, buildRoundsSelection, type DailyPractice } from '../practice/load-practice.ts';
import { chooseFirstStep, chooseNext, type NextContext, type NextPractice, type NextStep } from './choose-next.ts';

/** The child for whom the next steps are chosen. */
interface NextChild {
  readonly language: string;
  readonly birthYear: number | null;
  readonly timeZone: string;
}

/** Chooses what a child does next. The content of the learner that is returned includes the daily practice as a task. */
export async function loadNextSteps(
  ctx: Context,
  learner: Learner,
  child: NextChild,
): Promise<{ readonly learner: Learner; readonly steps: readonly NextStep[] }> {
  const { args, buildPractice } = await loadNextArguments(ctx, learner, child);
  return { steps: chooseNext(...args), learner: buildPractice().learner };
}

/** The id of the first of `loadNextSteps`; null if nothing is open. */
export async function loadNextTaskId(ctx: Context, learner: Learner, child: NextChild): Promise<string | null> {
  const { args } = await loadNextArguments(ctx, learner, child);
  return chooseFirstStep(...args)?.task.id ?? null;
}

/** Reads the rounds of the daily practice and the memories in one statement. */
async function loadNextArguments(ctx: Context, learner: Learner, { language, birthYear, timeZone }: NextChild) {
  const { today } = toLocalNow(learner.now, timeZone);
  const rounds = await getAttemptsAndMemories(ctx, learner.profileId, buildRoundsSelection(today));
  let built: DailyPractice<Learner> | undefined;
  const buildPractice = () => {
    built ??= buildDailyPractice({ learner, ...rounds }, { day: today, locale: language, birthYear });
    return built;
  };
  const practice: NextPractice = {
    isOpen: rounds.attempts[0]?.status === 'in_progress',
    isDone: rounds.attempts.some(({ status }) => status === 'passed'),
    build: buildPractice,
  };
  const context: NextContext = {
    today,
    dayStart: toLocalMidnight(today, timeZone),
    locale: language,
    age: computeAge(birthYear, today),
  };
  return { args: [learner, rounds.memories, practice, context] as const, buildPractice };
}
