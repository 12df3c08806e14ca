import { type Content, listMisconceptions } from '../../src/content/index.ts';
import { addDays, countDaysBetween, type Day } from '../../src/core/time/days.ts';
import { countAnswers } from '../../src/features/learning/grading/grade.ts';
import type { Memory } from '../../src/features/learning/memory/memory.ts';
import { isNamed, parseMisconceptions } from '../../src/features/learning/memory/misconceptions.ts';
import type { FirstAnswer } from '../../src/features/learning/memory/update-memories.ts';
import { type DaysOptions, simulateDays } from './simulate-days.ts';

/** A child who has a misconception shows it with this probability when an item could show it. */
const SHOWN_CHANCE = 0.6;
/** The probability that a wrong answer that a child types is one of the mistakes that the pack lists. */
const LISTED_CHANCE = 0.5;
/** The child overcomes the misconception so many days after the panel has named it. */
const DAYS_UNTIL_OVERCOME = 10;

interface MisconceptionSimulation extends DaysOptions {
  /** The misconception that the child has; undefined for a child who only slips. */
  readonly misconception?: string | undefined;
}

export interface SimulatedMisconceptions {
  /** The days from the first occurrence until it was named; undefined if it never was, null if it never occurred before the last week. */
  readonly daysUntilNamed: number | undefined | null;
  /** The days from the day on which it was overcome until it was gone; undefined if it never was. */
  readonly daysUntilGone: number | undefined;
  /** The misconceptions that items could show that the child answered. */
  readonly metIds: ReadonlySet<string>;
  /** The misconceptions that were named although the child does not have them. */
  readonly wronglyNamedIds: ReadonlySet<string>;
}

/** Simulates a child who practices by the rules of the service, and what the panel says of its misconceptions. */
export function simulateMisconceptions(
  content: Content,
  { misconception, random, ...options }: MisconceptionSimulation,
): SimulatedMisconceptions {
  const metIds = new Set<string>();
  const wronglyNamedIds = new Set<string>();
  let shownOn: Day | undefined;
  let namedOn: Day | undefined;
  let goneOn: Day | undefined;
  let lastWeek: Day | undefined;

  const hasIt = (today: Day) => namedOn === undefined || today < addDays(namedOn, DAYS_UNTIL_OVERCOME);
  const changeAnswer = (answer: FirstAnswer, today: Day): FirstAnswer => {
    const mistakes = findMistakes(content, answer.itemSubject);
    if (!mistakes) return answer;
    const { couldShow } = mistakes;
    for (const id of couldShow) metIds.add(id);
    if (misconception && couldShow.includes(misconception) && hasIt(today) && random() < SHOWN_CHANCE) {
      shownOn ??= today;
      return { ...answer, score: 0, couldShow, showed: misconception };
    }
    const isListed = mistakes.isTyped ? random() < LISTED_CHANCE : true;
    const slip = isListed ? mistakes.ids[Math.floor(random() * mistakes.ids.length)] : '';
    return { ...answer, couldShow, showed: answer.score === 1 ? undefined : slip || undefined };
  };
  const onDay = (today: Day, memories: ReadonlyMap<string, Memory>) => {
    lastWeek = addDays(today, -7);
    const states = [...memories.values()].flatMap((memory) =>
      Object.entries(parseMisconceptions(memory.misconceptions)),
    );
    const namedIds = states.filter(([, state]) => isNamed(state, today)).map(([id]) => id);
    for (const id of namedIds) if (id !== misconception) wronglyNamedIds.add(id);
    const isTold = misconception !== undefined && namedIds.includes(misconception);
    if (isTold) namedOn ??= today;
    if (namedOn !== undefined && !hasIt(today) && !isTold) goneOn ??= today;
  };
  simulateDays(content, { ...options, random, changeAnswer, onDay });

  return {
    daysUntilNamed:
      !shownOn || !lastWeek || shownOn > lastWeek ? null : namedOn ? countDaysBetween(shownOn, namedOn) : undefined,
    daysUntilGone: namedOn && goneOn ? countDaysBetween(namedOn, goneOn) - DAYS_UNTIL_OVERCOME : undefined,
    metIds,
    wronglyNamedIds,
  };
}

/** The misconceptions of the wrong answers to an item, '' for a wrong answer without one; undefined if it cannot show any. */
function findMistakes(
  content: Content,
  itemSubject: string,
): { readonly ids: string[]; readonly couldShow: string[]; readonly isTyped: boolean } | undefined {
  const [taskId = '', itemId = ''] = itemSubject.split('/');
  const item = content.tasks.get(taskId)?.items.find(({ id }) => id === itemId);
  const key = content.taskKeys.get(taskId)?.itemKeys.get(itemId);
  if (!item || !key || !('mistakes' in key) || !key.mistakes) return undefined;
  const ids = key.mistakes.map(({ misconception = '' }) => misconception);
  const isTyped = !Number.isFinite(countAnswers(item));
  const unlistedCount = isTyped ? 0 : Math.max(0, countAnswers(item) - 1 - ids.length);
  return {
    ids: [...ids, ...Array.from({ length: unlistedCount }, () => '')],
    isTyped,
    couldShow: listMisconceptions(key, countAnswers(item)),
  };
}
