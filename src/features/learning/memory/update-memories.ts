import type { Item, Task } from '../../../content/index.ts';
import type { Attempt, ItemSource } from '../attempts/attempts-store.ts';
import { countAnswers, type GradedItem } from '../grading/grade.ts';
import { computeRetrievability, countDaysSince, type Memory, type ReviewContext, scheduleReview } from './memory.ts';

/** A child's first answer to an item in an attempt. */
export interface FirstAnswer {
  /** The skills of the item's task. */
  readonly skills: readonly string[];
  /** The subject of the item's own memory. */
  readonly itemSubject: string;
  /** 0 to 1. After a hint, the score is halved. */
  readonly score: number;
  /** The difficulty of the item's task, 1 to 5. */
  readonly difficulty: number;
  /** The probability of guessing the correct answer, 0 to 1. */
  readonly guessChance: number;
}

/**
 * Returns the memories that the answers of one attempt change, and the child's new pace. The first attempt of a day reviews a
 * memory. Later attempts on that day, when the child has just practiced, change only the estimate of the child's ability.
 */
export function updateMemories(
  previousMemories: readonly Memory[],
  answers: readonly FirstAnswer[],
  context: ReviewContext,
): { readonly memories: Memory[]; readonly pace: number } {
  const memoriesBySubject = new Map(previousMemories.map((memory) => [memory.subject, memory]));
  const skills = [...new Set(answers.flatMap((answer) => answer.skills))];
  const pace = adaptPace(
    skills.flatMap((skill) => memoriesBySubject.get(skill) ?? []),
    answers,
    context,
  );
  const memories = [
    ...skills.map((skill) => {
      const skillAnswers = answers.filter((answer) => answer.skills.includes(skill));
      return reviewSkill(skill, memoriesBySubject.get(skill), skillAnswers, { ...context, pace });
    }),
    ...answers.flatMap(
      (answer) => reviewItem(memoriesBySubject.get(answer.itemSubject), answer, { ...context, pace }) ?? [],
    ),
  ];
  return { memories, pace };
}

/**
 * The score that the model expects, given what the child still remembers, the child's ability and the chance of a lucky
 * guess. A child with the ability 0 who has forgotten nothing and does not guess is expected to answer three out of four items of
 * medium difficulty correctly.
 */
export function computeExpectedScore(
  { difficulty, guessChance }: Pick<FirstAnswer, 'difficulty' | 'guessChance'>,
  { ability, retrievability }: { readonly ability: number; readonly retrievability: number },
): number {
  const easiness = ability - (difficulty - MEDIUM_DIFFICULTY) + 1;
  return guessChance + (1 - guessChance) * retrievability * (1 / (1 + Math.exp(-easiness)));
}

const MEDIUM_DIFFICULTY = 3;

/** How strongly a difference of 1 between the score and the expected score changes the logarithm of the pace. */
const PACE_STEP = 0.15;
const MIN_PACE = 0.1;
const MAX_PACE = 2;

/**
 * Adapts the pace to the differences between scores and expected scores. For each skill, only the first answer counts, and
 * only if the skill was last reviewed before today. If an answer counts for several skills, it is compared with the mean of their
 * expected scores.
 */
function adaptPace(skillMemories: readonly Memory[], answers: readonly FirstAnswer[], context: ReviewContext): number {
  const reviewedMemories = skillMemories.filter(({ reviewed_on }) => countDaysSince(reviewed_on, context.today) > 0);
  const memoriesByAnswer = Map.groupBy(reviewedMemories, ({ subject }) =>
    answers.find(({ skills }) => skills.includes(subject)),
  );
  const deviations = [...memoriesByAnswer].map(([answer, memories]) => {
    if (!answer) return 0; // this does not occur, because the memories are those of the answers' skills
    const expectedScores = memories.map((memory) => predictScore(memory, answer, context));
    return answer.score - expectedScores.reduce((sum, score) => sum + score, 0) / expectedScores.length;
  });
  const pace = context.pace * Math.exp(PACE_STEP * deviations.reduce((sum, deviation) => sum + deviation, 0));
  return Math.min(Math.max(pace, MIN_PACE), MAX_PACE);
}

function predictScore(memory: Memory, answer: FirstAnswer, context: ReviewContext): number {
  return computeExpectedScore(answer, {
    ability: memory.ability,
    retrievability: computeRetrievability(memory, context),
  });
}

function reviewSkill(
  subject: string,
  previous: Memory | undefined,
  answers: readonly FirstAnswer[],
  context: ReviewContext,
): Memory {
  const retrievability = previous ? computeRetrievability(previous, context) : 1;
  const askedCount = previous?.asked ?? 0;
  const ability = answers.reduce(
    (currentAbility, answer, i) => adaptAbility(currentAbility, askedCount + i, answer, retrievability),
    previous?.ability ?? INITIAL_ABILITY,
  );
  const schedule = isReviewedToday(previous, context)
    ? previous
    : scheduleReview(previous, computeMeanScore(answers), context);
  return { ...schedule, subject, ability, asked: askedCount + answers.length };
}

/**
 * With this ability, a child who has forgotten nothing answers 19 out of 20 items of the easiest tasks correctly, and three out of
 * four items of medium difficulty, without guessing.
 */
const INITIAL_ABILITY = 0;
/** The first answers change the estimate more, because the initial ability is only a guess. */
const EARLY_ANSWER_COUNT = 8;
const EARLY_ABILITY_STEP = 0.5;
const ABILITY_STEP = 0.25;

/** Updates the ability like an Elo rating, with the task as the opponent. `askedCount` is the number of earlier answers to the skill. */
function adaptAbility(ability: number, askedCount: number, answer: FirstAnswer, retrievability: number): number {
  const step = askedCount < EARLY_ANSWER_COUNT ? EARLY_ABILITY_STEP : ABILITY_STEP;
  return ability + step * (answer.score - computeExpectedScore(answer, { ability, retrievability }));
}

/** Updates the memory of an item; undefined if nothing changes. Only an item that was missed has a memory. */
function reviewItem(previous: Memory | undefined, answer: FirstAnswer, context: ReviewContext): Memory | undefined {
  if (isReviewedToday(previous, context) || (!previous && answer.score === 1)) return undefined;
  const schedule = scheduleReview(previous, answer.score, context);
  return { ...schedule, subject: answer.itemSubject, ability: 0, asked: 0 }; // only skills have an ability
}

function isReviewedToday(memory: Memory | undefined, { today }: ReviewContext): memory is Memory {
  return memory !== undefined && countDaysSince(memory.reviewed_on, today) === 0;
}

function computeMeanScore(answers: readonly FirstAnswer[]): number {
  return answers.reduce((sum, { score }) => sum + score, 0) / answers.length;
}

/** Lists the subjects of the memories that an attempt can change: the skills of its items, and the items. The list can be empty. */
export function listMemorySubjects(sources: ReadonlyMap<string, ItemSource>): string[] {
  const allSources = [...sources.values()];
  const skills = new Set(allSources.flatMap(({ task }) => task.skills));
  return [...skills, ...allSources.map(({ task, item_id }) => toItemSubject(task.id, item_id))];
}

/** The subject of the memory of an item. */
export function toItemSubject(taskId: string, itemId: string): string {
  return `${taskId}/${itemId}`;
}

/** Lists the child's first answers to the graded items of an attempt. Items without an answer are left out. */
export function listFirstAnswers(
  sources: ReadonlyMap<string, ItemSource>,
  { items }: Task,
  { hints }: Pick<Attempt, 'hints'>,
  gradedItems: readonly GradedItem[],
): FirstAnswer[] {
  return items.flatMap((item) => {
    const source = sources.get(item.id);
    const gradedItem = gradedItems.find(({ item_id }) => item_id === item.id);
    const { response, score = 0 } = gradedItem?.first ?? gradedItem ?? {};
    if (!source || response === undefined) return [];
    const { id, skills, difficulty } = source.task;
    const itemSubject = toItemSubject(id, source.item_id);
    const guessChance = computeGuessChance(item);
    return [{ skills, itemSubject, difficulty, guessChance, score: hints[item.id] ? score / 2 : score }];
  });
}

/** The probability of guessing the correct answer to an item, 0 to 1. */
export function computeGuessChance(item: Item): number {
  return 1 / countAnswers(item);
}
