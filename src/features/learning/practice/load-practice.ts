import { QUOTAS } from '../../../core/quotas.ts';
import type { Day } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import type { Learner, LoadedLearner } from '../learner/learner.ts';
import { type AttemptSelection, listMemories } from '../learner/learner-store.ts';
import { computeAge } from '../memory/ability.ts';
import { chooseItems, type PracticeChoice } from './choose-items.ts';
import { getDailyPracticePhase, toDailyPracticeId } from './practice-id.ts';
import { buildRound, type Round } from './round.ts';

/** The daily practice of a child on one day. */
export interface DailyPractice<L extends Learner> extends Round<L>, Pick<PracticeChoice, 'dueSkill'> {
  readonly completedRoundCount: number;
  /** The number of skills and missed items that are due; 0 while a round is open and when the day allows no further round. */
  readonly dueCount: number;
}

/** After the first round of a day, another round can be started while at least this many skills and items are due. */
export const MIN_DUE_FOR_ANOTHER_ROUND = 5;

/** Builds the selection of all rounds of a daily practice. */
export function buildRoundsSelection(day: Day): AttemptSelection {
  return { taskId: toDailyPracticeId(day), limit: QUOTAS.practiceRoundsPerDay };
}

interface PracticeOptions {
  readonly day: Day;
  readonly locale: string;
  readonly birthYear: number | null;
}

type Rounds<L extends Learner> = Pick<LoadedLearner<L>, 'learner' | 'attempts'>;

/** Builds a daily practice from its rounds. Reads the child's memories only if the items of another round have to be chosen. */
export async function loadDailyPractice<L extends Learner>(
  ctx: Context,
  rounds: Rounds<L>,
  options: PracticeOptions,
): Promise<DailyPractice<L>> {
  const memories = isAnotherRoundPossible(rounds, options.day) ? await listMemories(ctx, rounds.learner.profileId) : [];
  return buildDailyPractice({ ...rounds, memories }, options);
}

function isAnotherRoundPossible({ learner, attempts }: Rounds<Learner>, day: Day): boolean {
  return (
    attempts[0]?.status !== 'in_progress' &&
    attempts.length < QUOTAS.practiceRoundsPerDay &&
    getDailyPracticePhase(day, learner.now) === 'today'
  );
}

/** Builds a daily practice from its rounds, the newest first, and all memories of the child. */
export function buildDailyPractice<L extends Learner>(
  { learner, attempts, memories }: Rounds<L> & Pick<LoadedLearner, 'memories'>,
  { day, locale, birthYear }: PracticeOptions,
): DailyPractice<L> {
  const id = toDailyPracticeId(day);
  const completedRoundCount = attempts.filter(({ status }) => status === 'passed').length;
  const choice: PracticeChoice = isAnotherRoundPossible({ learner, attempts }, day)
    ? chooseItems(learner, memories, {
        today: day,
        pace: learner.pace,
        locale,
        age: computeAge(birthYear, day),
        seed: `${learner.profileId} ${id} ${attempts.length + 1}`,
      })
    : { plan: [], dueCount: 0 };
  const isRoundOffered = completedRoundCount === 0 || choice.dueCount >= MIN_DUE_FOR_ANOTHER_ROUND;
  return {
    ...buildRound(learner, attempts, isRoundOffered ? choice.plan : [], { id, locale }),
    completedRoundCount,
    dueCount: choice.dueCount,
    dueSkill: choice.dueSkill,
  };
}
