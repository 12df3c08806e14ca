import { toLocalMidnight, toLocalNow } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { findWorldLock, type PlaceIds } from '../learner/content-locks.ts';
import { type Learner, toOpenedPlace } from '../learner/learner.ts';
import { getRoundsAndMemories, insertPlaceStates, type LearnerRows } from '../learner/learner-store.ts';
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

/**
 * The id of the first of `loadNextSteps`; null if nothing is open. If no open quiz fits the child, opens the location of one that does
 * (gap 223). `known` is what was read already.
 */
export async function openNextTask(
  ctx: Context,
  learner: Learner,
  child: NextChild,
  known: RoundsAndMemories,
): Promise<{ readonly taskId: string | null; readonly opened: PlaceIds }> {
  const { args } = await loadNextArguments(ctx, learner, { ...child, canOpen: true }, known);
  const step = chooseFirstStep(...args);
  const taskId = step?.task.id ?? null;
  const location = step?.opens;
  if (!location) return { taskId, opened: { location_ids: [], world_ids: [] } };
  await ctx.write((ctx) => insertPlaceStates(ctx, learner.profileId, [toOpenedPlace(learner, location)]));
  const world = learner.content.worlds.get(location.world_id);
  const world_ids = world && findWorldLock(learner, world) ? [world.id] : [];
  return { taskId, opened: { location_ids: [location.id], world_ids } };
}

type RoundsAndMemories = Pick<LearnerRows, 'rounds' | 'memories'>;

/** Reads the rounds of the daily practice and the memories in one statement, unless they are known. */
async function loadNextArguments(
  ctx: Context,
  learner: Learner,
  { language, birthYear, timeZone, canOpen = false }: NextChild & { readonly canOpen?: boolean },
  known?: RoundsAndMemories,
) {
  const { today } = toLocalNow(learner.now, timeZone);
  const { rounds, memories } =
    known ?? (await getRoundsAndMemories(ctx, learner.profileId, buildRoundsSelection(today)));
  let built: DailyPractice<Learner> | undefined;
  const buildPractice = () => {
    built ??= buildDailyPractice({ learner, attempts: rounds, memories }, { day: today, locale: language, birthYear });
    return built;
  };
  const practice: NextPractice = {
    isOpen: rounds[0]?.status === 'in_progress',
    isDone: rounds.some(({ status }) => status === 'passed'),
    build: buildPractice,
  };
  const context: NextContext = {
    today,
    dayStart: toLocalMidnight(today, timeZone),
    locale: language,
    age: computeAge(birthYear, today),
    canOpen,
  };
  return { args: [learner, memories, practice, context] as const, buildPractice };
}
