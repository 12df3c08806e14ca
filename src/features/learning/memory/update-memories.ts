import { computeRetrievability, countDaysSince, type Memory, type ReviewDay, scheduleReview } from './scheduler.ts';

/** A child's first answer to an item in an attempt. */
export interface FirstAnswer {
  /** The skills of its task. */
  readonly skills: readonly string[];
  /** The subject of the item's own memory. */
  readonly item: string;
  /** 0 to 1; right after a hint is half. */
  readonly score: number;
  /** Of its task, 1 to 5. */
  readonly difficulty: number;
  /** The chance to guess it, 0 to 1. */
  readonly guess: number;
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
      const own = answers.filter((answer) => answer.skills.includes(skill));
      return reviewSkill(skill, known.get(skill), own, { ...day, pace });
    }),
    ...answers.flatMap((answer) => reviewItem(known.get(answer.item), answer, { ...day, pace }) ?? []),
  ];
  return { memories, pace };
}

/**
 * The score that the model expects: what the child still knows and is able to do, or guesses. An ability equal to the difficulty
 * of the task gives three answers in four.
 */
export function computeExpectedScore(
  { difficulty, guess }: Pick<FirstAnswer, 'difficulty' | 'guess'>,
  { ability, retrievability }: { readonly ability: number; readonly retrievability: number },
): number {
  const easiness = ability - (difficulty - MIDDLE_DIFFICULTY) + 1;
  return guess + (1 - guess) * retrievability * (1 / (1 + Math.exp(-easiness)));
}

const MIDDLE_DIFFICULTY = 3;

const PACE_STEP = 0.15;
const SLOWEST_PACE = 0.1;
const FASTEST_PACE = 2;

/** Compares the first answer to each skill, after one day or more, with what the model expected. */
function adaptPace(skills: readonly Memory[], answers: readonly FirstAnswer[], day: ReviewDay): number {
  const reviewed = skills.filter(({ reviewed_on }) => countDaysSince(reviewed_on, day.today) > 0);
  const firsts = Map.groupBy(reviewed, ({ subject }) => answers.find(({ skills }) => skills.includes(subject)));
  const surprises = [...firsts].map(([answer, memories]) => {
    if (!answer) return 0;
    const expected = memories.map((memory) => expectScore(memory, answer, day));
    return answer.score - expected.reduce((sum, n) => sum + n, 0) / expected.length;
  });
  const pace = day.pace * Math.exp(PACE_STEP * surprises.reduce((sum, n) => sum + n, 0));
  return Math.min(Math.max(pace, SLOWEST_PACE), FASTEST_PACE);
}

function expectScore(memory: Memory, answer: FirstAnswer, day: ReviewDay): number {
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
    before?.ability ?? FIRST_ABILITY,
  );
  const schedule = isReviewed(before, day) ? before : scheduleReview(before, mean(answers), day);
  return { ...schedule, subject, ability, asked: asked + answers.length };
}

/** Right in nineteen of twenty answers to the easiest tasks, and in three of four to those of the middle difficulty. */
const FIRST_ABILITY = 0;
/** The first answers move the estimate more, because it has begun anywhere. */
const EARLY_ANSWERS = 8;

/** The Elo rating of a child and a task. */
function adaptAbility(ability: number, asked: number, answer: FirstAnswer, retrievability: number): number {
  const step = asked < EARLY_ANSWERS ? 0.5 : 0.25;
  return ability + step * (answer.score - computeExpectedScore(answer, { ability, retrievability }));
}

/** Only an item that was missed has a memory of its own. */
function reviewItem(before: Memory | undefined, answer: FirstAnswer, day: ReviewDay): Memory | undefined {
  if (isReviewed(before, day) || (!before && answer.score === 1)) return undefined;
  return { ...scheduleReview(before, answer.score, day), subject: answer.item, ability: 0, asked: 0 };
}

function isReviewed(memory: Memory | undefined, { today }: ReviewDay): memory is Memory {
  return memory !== undefined && countDaysSince(memory.reviewed_on, today) === 0;
}

function mean(answers: readonly FirstAnswer[]): number {
  return answers.reduce((sum, { score }) => sum + score, 0) / answers.length;
}
