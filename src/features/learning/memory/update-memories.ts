import { computeRetrievability, countDaysSince, type Memory, type ReviewDay, scheduleReview } from './scheduler.ts';

/** A child's first answer to an item in an attempt. */
export interface FirstAnswer {
  /** The skills of its task. */
  readonly skills: readonly string[];
  /** The subject of the item's own memory. */
  readonly itemSubject: string;
  /** 0 to 1; right after a hint is half. */
  readonly score: number;
  /** Of its task, 1 to 5. */
  readonly difficulty: number;
  /** The probability of guessing the right answer, 0 to 1. */
  readonly guessChance: number;
}

/**
 * The memories that the answers of one attempt change, and the child's pace after them. The first attempt of a day reviews a
 * memory. Later ones on that day, when the child has just seen it, change only the estimate of its ability.
 */
export function updateMemories(
  before: readonly Memory[],
  answers: readonly FirstAnswer[],
  day: ReviewDay,
): { readonly memories: Memory[]; readonly pace: number } {
  const known = new Map(before.map((memory) => [memory.subject, memory]));
  const skills = [...new Set(answers.flatMap((answer) => answer.skills))];
  const pace = adaptPace(
    skills.flatMap((skill) => known.get(skill) ?? []),
    answers,
    day,
  );
  const memories = [
    ...skills.map((skill) => {
      const skillAnswers = answers.filter((answer) => answer.skills.includes(skill));
      return reviewSkill(skill, known.get(skill), skillAnswers, { ...day, pace });
    }),
    ...answers.flatMap((answer) => reviewItem(known.get(answer.itemSubject), answer, { ...day, pace }) ?? []),
  ];
  return { memories, pace };
}

/**
 * The score that the model expects: what the child still knows and is able to do, or guesses. A child whose ability equals the
 * difficulty of the task is expected to answer three items in four correctly.
 */
export function computeExpectedScore(
  { difficulty, guessChance }: Pick<FirstAnswer, 'difficulty' | 'guessChance'>,
  { ability, retrievability }: { readonly ability: number; readonly retrievability: number },
): number {
  const easiness = ability - (difficulty - MIDDLE_DIFFICULTY) + 1;
  return guessChance + (1 - guessChance) * retrievability * (1 / (1 + Math.exp(-easiness)));
}

const MIDDLE_DIFFICULTY = 3;

const PACE_STEP = 0.15;
const MIN_PACE = 0.1;
const MAX_PACE = 2;

/** Compares the first answer to each skill, after one day or more, with what the model expected. */
function adaptPace(skills: readonly Memory[], answers: readonly FirstAnswer[], day: ReviewDay): number {
  const reviewed = skills.filter(({ reviewed_on }) => countDaysSince(reviewed_on, day.today) > 0);
  const memoriesByAnswer = Map.groupBy(reviewed, ({ subject }) =>
    answers.find(({ skills }) => skills.includes(subject)),
  );
  const deviations = [...memoriesByAnswer].map(([answer, memories]) => {
    if (!answer) return 0;
    const expected = memories.map((memory) => predictScore(memory, answer, day));
    return answer.score - expected.reduce((sum, n) => sum + n, 0) / expected.length;
  });
  const pace = day.pace * Math.exp(PACE_STEP * deviations.reduce((sum, n) => sum + n, 0));
  return Math.min(Math.max(pace, MIN_PACE), MAX_PACE);
}

function predictScore(memory: Memory, answer: FirstAnswer, day: ReviewDay): number {
  return computeExpectedScore(answer, {
    ability: memory.ability,
    retrievability: computeRetrievability(memory, day),
  });
}

function reviewSkill(
  subject: string,
  before: Memory | undefined,
  answers: readonly FirstAnswer[],
  day: ReviewDay,
): Memory {
  const retrievability = before ? computeRetrievability(before, day) : 1;
  const asked = before?.asked ?? 0;
  const ability = answers.reduce(
    (current, answer, i) => adaptAbility(current, asked + i, answer, retrievability),
    before?.ability ?? INITIAL_ABILITY,
  );
  const schedule = isReviewedToday(before, day) ? before : scheduleReview(before, mean(answers), day);
  return { ...schedule, subject, ability, asked: asked + answers.length };
}

/** A child with this ability answers 19 of 20 items of the easiest tasks correctly, and three of four of the middle difficulty. */
const INITIAL_ABILITY = 0;
/** The first answers change the estimate more, because the initial ability is only a guess. */
const EARLY_ANSWERS = 8;

/** Updates the ability as an Elo rating of a child against a task. */
function adaptAbility(ability: number, asked: number, answer: FirstAnswer, retrievability: number): number {
  const step = asked < EARLY_ANSWERS ? 0.5 : 0.25;
  return ability + step * (answer.score - computeExpectedScore(answer, { ability, retrievability }));
}

/** Only an item that was missed has a memory of its own. */
function reviewItem(before: Memory | undefined, answer: FirstAnswer, day: ReviewDay): Memory | undefined {
  if (isReviewedToday(before, day) || (!before && answer.score === 1)) return undefined;
  return { ...scheduleReview(before, answer.score, day), subject: answer.itemSubject, ability: 0, asked: 0 };
}

function isReviewedToday(memory: Memory | undefined, { today }: ReviewDay): memory is Memory {
  return memory !== undefined && countDaysSince(memory.reviewed_on, today) === 0;
}

function mean(answers: readonly FirstAnswer[]): number {
  return answers.reduce((sum, { score }) => sum + score, 0) / answers.length;
}
