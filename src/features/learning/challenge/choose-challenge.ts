import { getSkill, type Task } from '../../../content/index.ts';
import type { Day } from '../../../core/time/days.ts';
import type { PlannedItem } from '../attempts/attempts-store.ts';
import { shuffleBySeed } from '../grading/shuffle.ts';
import { listOpenTasks } from '../learner/content-locks.ts';
import type { Learner } from '../learner/learner.ts';
import { Abilities, computeAge, computeExpectedScore } from '../memory/ability.ts';
import { getDifficulty } from '../memory/item-levels.ts';
import type { Memory } from '../memory/memory.ts';
import { computeGuessChance } from '../memory/update-memories.ts';
import { buildPlan, type Candidate, listQuestions, orderItems } from '../practice/choose-items.ts';

/** The number of questions of a challenge round. */
export const CHALLENGE_ITEMS = 5;
const MAX_ITEMS_PER_SKILL = 2;
/** Without guessing, the child is expected to answer about half of the questions. */
const TARGET_SCORE = 0.5;
/** No question is harder than this, or easier than what the daily practice asks. */
const MIN_SCORE = 0.2;
const MAX_SCORE = 0.82;
/** Expected scores in the same tenth fit equally well. */
const STEPS = 10;
/** A question that can be guessed is less of a challenge. */
const GUESSING_PENALTY = 0.3;

interface ChallengeContext {
  readonly locale: string;
  readonly birthYear: number | null;
  readonly today: Day;
  /** The same seed gives the same questions. */
  readonly seed: string;
}

/**
 * Chooses five questions that are harder than the child's level, about skills that it has practiced. They are generated questions of open
 * quizzes, so that each round is new and no quiz loses its written ones. Empty if there are fewer than five.
 */
export function chooseChallenge(
  learner: Learner,
  memories: readonly Memory[],
  { locale, birthYear, today, seed }: ChallengeContext,
): PlannedItem[] {
  const { content } = learner;
  const abilities = new Abilities(memories, { age: computeAge(birthYear, today), skills: content.skills });
  const practiced = new Set<string | undefined>(memories.map(({ subject }) => subject));
  const candidates = listOpenTasks(learner, locale)
    .filter(isQuizWithoutTexts)
    .flatMap((task) => {
      return listQuestions(task).flatMap((item) => {
        const generator = content.generators.get(task.id)?.get(item.id);
        if (!generator || !practiced.has(getSkill(task, item))) return [];
        const context = { ability: abilities.computeForItem(task, item), retrievability: 1 };
        const penalty = GUESSING_PENALTY * computeGuessChance(item);
        return [undefined, ...generator.levels].map((level) => {
          const difficulty = getDifficulty(content, task, item.id, level);
          const expectedScore = computeExpectedScore({ difficulty, guessChance: 0 }, context);
          return { task, item, level, expectedScore, distance: Math.abs(expectedScore - TARGET_SCORE) + penalty };
        });
      });
    })
    .filter(({ expectedScore }) => expectedScore >= MIN_SCORE && expectedScore <= MAX_SCORE);
  const sorted = shuffleBySeed(candidates, seed).sort(
    (a, b) => Math.round(STEPS * a.distance) - Math.round(STEPS * b.distance),
  );
  const chosen = addQuestions(addQuestions([], sorted, MAX_ITEMS_PER_SKILL), sorted, CHALLENGE_ITEMS);
  return chosen.length === CHALLENGE_ITEMS ? buildPlan(orderItems(chosen, seed)) : [];
}

function isQuizWithoutTexts({ kind, items }: Task): boolean {
  return kind === 'quiz' && items.every((item) => item.kind !== 'info'); // its questions may need the text before them
}

const toSkill = ({ task, item }: Candidate) => getSkill(task, item);

/** Adds the first questions until there are five, none twice, and at most `maxPerSkill` about a skill. */
function addQuestions(
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  maxPerSkill: number,
): Candidate[] {
  const questions = [...chosen];
  for (const candidate of candidates) {
    const { task, item } = candidate;
    const isChosen = questions.some((other) => other.task.id === task.id && other.item.id === item.id);
    const isAllowed = questions.filter((other) => toSkill(other) === toSkill(candidate)).length < maxPerSkill;
    if (questions.length < CHALLENGE_ITEMS && !isChosen && isAllowed) questions.push(candidate);
  }
  return questions;
}
