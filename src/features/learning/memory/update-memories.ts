import { isDeepStrictEqual } from 'node:util';
import { type AnswerKey, getSkill, type Item, listMisconceptions } from '../../../content/index.ts';
import { addDays } from '../../../core/time/days.ts';
import type { Attempt, ItemSource } from '../attempts/attempts-store.ts';
import type { AttemptTask } from '../attempts/drawn-items.ts';
import { countAnswers, findMistake, type GradedItem } from '../grading/grade.ts';
import { Abilities, type AbilityContext, computeExpectedScore, type RatedAnswers } from './ability.ts';
import { computeRetrievability, countDaysSince, type Memory, type ReviewContext, scheduleReview } from './memory.ts';
import {
  addAnswer,
  findSubjectKey,
  formatMisconceptions,
  type MisconceptionSkills,
  parseMisconceptions,
  type ShownMisconceptions,
} from './misconceptions.ts';

/** A child's first answer to an item in an attempt. */
export interface FirstAnswer extends ShownMisconceptions {
  /** The id of the item in the attempt. */
  readonly itemId: string;
  /** The skill that the item asks for; undefined if its task has no skills. */
  readonly skill: string | undefined;
  /** The subject of the item's own memory. */
  readonly itemSubject: string;
  /** 0 to 1. After a hint, the score is halved. */
  readonly score: number;
  /** The difficulty of the item, 1 to 5. */
  readonly difficulty: number;
  /** The probability of guessing the correct answer, 0 to 1. */
  readonly guessChance: number;
}

/** What the update of memories depends on besides the answers. */
export type MemoryContext = ReviewContext & AbilityContext & { readonly misconceptions?: MisconceptionSkills };

export interface MemoryUpdate {
  readonly memories: readonly Memory[];
  readonly pace: number;
  /** What to store with the attempt, so that the ratings can be computed again. */
  readonly ratings: readonly RatedAnswers[];
}

/**
 * Returns the memories that the answers of one attempt change, and the child's new pace. The first attempt of a day reviews a
 * memory. Later attempts on that day, when the child has just practiced, change only the estimate of the child's ability.
 */
export function updateMemories(
  previousMemories: readonly Memory[],
  answers: readonly FirstAnswer[],
  context: MemoryContext,
): MemoryUpdate {
  const memoriesBySubject = new Map(previousMemories.map((memory) => [memory.subject, memory]));
  const skills = listSkills(answers);
  const abilities = new Abilities(previousMemories, context);
  const skillMemories = skills.flatMap((skill) => memoriesBySubject.get(skill) ?? []);
  const review = { ...context, pace: adaptPace(skillMemories, answers, abilities, context) };
  const recalled = skillMemories.map((memory) => [memory.subject, computeRetrievability(memory, review)] as const);
  const retrievabilities = new Map(recalled);
  const ratings = answers.filter(hasSkill).map((answer) => {
    const retrievability = retrievabilities.get(answer.skill) ?? NEW_SKILL_RETRIEVABILITY;
    retrievabilities.set(answer.skill, 1); // the first answer and what it was told have reminded the child
    return abilities.learn(answer, retrievability);
  });
  const memories = [
    ...skills.map((skill) => reviewSkill(memoriesBySubject.get(skill), skill, answers, { abilities, review })),
    ...listWorstAnswers(answers).flatMap(
      (answer) => reviewItem(memoriesBySubject.get(answer.itemSubject), answer, review) ?? [],
    ),
    ...listSubjectMemories(abilities, answers, { memoriesBySubject, context }),
  ];
  return { memories, pace: review.pace, ratings: joinRatings(ratings) };
}

/**
 * Like `updateMemories`, for a placement, which also asks what the child has never met: a miss then says where the child stands in the subject,
 * but the skill stays new, and no question is asked again because of it. How the child forgets does not show either.
 */
export function updateMemoriesByPlacement(
  previousMemories: readonly Memory[],
  answers: readonly FirstAnswer[],
  context: MemoryContext,
): MemoryUpdate {
  const memoriesBySubject = new Map(previousMemories.map((memory) => [memory.subject, memory]));
  const abilities = new Abilities(previousMemories, context);
  const ratings = ratePlacement(abilities, answers, new Set(memoriesBySubject.keys()));
  const skills = [...new Set(ratings.flatMap((rated) => rated.skills))];
  const memories = [
    ...skills.map((skill) => reviewSkill(memoriesBySubject.get(skill), skill, answers, { abilities, review: context })),
    ...listSubjectMemories(abilities, answers, { memoriesBySubject, context }),
  ];
  return { memories, pace: context.pace, ratings: joinRatings(ratings) };
}

/**
 * Like `updateMemories`, for questions that are too hard for the child: a miss changes the ratings, but it does not mean that the child has
 * forgotten the skill, and no question is asked again because of it.
 */
export function updateRatings(
  previousMemories: readonly Memory[],
  answers: readonly FirstAnswer[],
  context: MemoryContext,
): MemoryUpdate {
  const memoriesBySubject = new Map(previousMemories.map((memory) => [memory.subject, memory]));
  const abilities = new Abilities(previousMemories, context);
  const ratings = answers.filter(hasSkill).map((answer) => abilities.learn(answer, 1));
  const memories = [
    ...listSkills(answers).flatMap((skill) => {
      const memory = memoriesBySubject.get(skill);
      return memory ? [{ ...memory, ...abilities.getSkill(skill) }] : [];
    }),
    ...listSubjectMemories(abilities, answers, { memoriesBySubject, context }),
  ];
  return { memories, pace: context.pace, ratings: joinRatings(ratings) };
}

/** Changes the ratings by the answers of a placement. A skill that the child has never answered right keeps none. */
export function ratePlacement(
  abilities: Abilities,
  answers: readonly FirstAnswer[],
  knownSubjects: ReadonlySet<string>,
): RatedAnswers[] {
  const isKnown = (skill: string) =>
    knownSubjects.has(skill) || answers.some((answer) => answer.score >= 0.5 && answer.skill === skill);
  return answers.filter(hasSkill).map((answer) => abilities.learn(answer, 1, isKnown(answer.skill)));
}

type SkillAnswer = FirstAnswer & { readonly skill: string };

function hasSkill(answer: FirstAnswer): answer is SkillAnswer {
  return answer.skill !== undefined;
}

function listSkills(answers: readonly FirstAnswer[]): string[] {
  return [...new Set(answers.filter(hasSkill).map(({ skill }) => skill))];
}

function reviewSkill(
  previous: Memory | undefined,
  skill: string,
  answers: readonly FirstAnswer[],
  { abilities, review }: { readonly abilities: Abilities; readonly review: ReviewContext },
): Memory {
  const skillAnswers = answers.filter((answer) => answer.skill === skill);
  const score = computeMean(skillAnswers.map((answer) => answer.score));
  const context = { ability: abilities.compute([skill]), retrievability: 1 };
  const isEasy = skillAnswers.every((answer) => computeExpectedScore(answer, context) >= EASY_SCORE);
  const schedule = isReviewedToday(previous, review) ? previous : scheduleReview(previous, { score, isEasy }, review);
  return { ...schedule, subject: skill, ...abilities.getSkill(skill) };
}

/** The rating of a school subject is stored as a memory that is never due, with the misconceptions about the subject. */
function listSubjectMemories(
  abilities: Abilities,
  answers: readonly FirstAnswer[],
  { memoriesBySubject, context }: { memoriesBySubject: ReadonlyMap<string, Memory>; context: MemoryContext },
): Memory[] {
  return abilities.listSubjects(listSkills(answers)).map((rating) => {
    const { misconceptions } = memoriesBySubject.get(rating.subject) ?? {};
    return {
      ...NEVER_DUE,
      reviewed_on: context.today,
      ...rating,
      misconceptions: updateMisconceptions(misconceptions, rating.subject, answers, context),
    };
  });
}

/** Practice asks the item that is nearest to what the child can just do, so an item that is easier has no harder one beside it. */
const EASY_SCORE = 0.91;

/** Joins consecutive answers about the same skill, so that they take less space. */
export function joinRatings(ratings: readonly RatedAnswers[]): RatedAnswers[] {
  const joined: RatedAnswers[] = [];
  for (const rated of ratings) {
    const last = joined.at(-1);
    const isSame = isDeepStrictEqual([last?.skills, last?.subjects], [rated.skills, rated.subjects]);
    if (last && isSame && !rated.start)
      joined[joined.length - 1] = { ...last, answers: [...last.answers, ...rated.answers] };
    else joined.push(rated);
  }
  return joined;
}

/** The misconceptions of a school subject after these answers. */
function updateMisconceptions(
  column: string | null | undefined,
  subjectKey: string,
  answers: readonly FirstAnswer[],
  { today, skills, misconceptions = new Map() }: MemoryContext,
): string | null {
  if (!column && answers.every(({ showed }) => showed === undefined)) return null; // as after most attempts
  const packs = { skills, misconceptions };
  const states = answers.filter(hasSkill).reduce((before, { couldShow = [], showed, ...answer }) => {
    const ownIds = couldShow.filter((id) => findSubjectKey(id, answer.skill, packs) === subjectKey);
    return ownIds.length > 0 ? addAnswer(before, { couldShow: ownIds, showed }, today) : before;
  }, parseMisconceptions(column));
  return formatMisconceptions(states);
}

/** A child may not know yet what a skill is about when it is asked for the first time. Then a miss says less about the ability. */
const NEW_SKILL_RETRIEVABILITY = 0.7;

const NEVER_DUE = { stability: 0, difficulty: 0, due_on: '9999-12-31', proven_days: 0, in_row: 0 };

/** How strongly a difference of 1 between the score and the expected score changes the logarithm of the pace. */
const PACE_STEP = 0.25;
const MIN_PACE = 0.1;
const MAX_PACE = 2;

/**
 * Adapts the pace to the differences between scores and expected scores. For each skill, only the first answer counts, and
 * only if the skill was last reviewed before today.
 */
function adaptPace(
  skillMemories: readonly Memory[],
  answers: readonly FirstAnswer[],
  abilities: Abilities,
  context: ReviewContext,
): number {
  const reviewedMemories = skillMemories.filter(({ reviewed_on }) => countDaysSince(reviewed_on, context.today) > 0);
  const deviations = reviewedMemories.map((memory) => {
    const answer = answers.find(({ skill }) => skill === memory.subject);
    if (!answer) return 0; // this does not occur, because the memories are those of the answers' skills
    const ability = abilities.compute([memory.subject]);
    const retrievability = computeRetrievability(memory, context);
    return answer.score - computeExpectedScore(answer, { ability, retrievability });
  });
  const pace = context.pace * Math.exp(PACE_STEP * deviations.reduce((sum, deviation) => sum + deviation, 0));
  return Math.min(Math.max(pace, MIN_PACE), MAX_PACE);
}

/**
 * Updates the memory of an item; undefined if nothing changes. Only an item that was missed has a memory. What was missed, even in part or at
 * a later try of the day, is due on the next day.
 */
function reviewItem(previous: Memory | undefined, answer: FirstAnswer, context: ReviewContext): Memory | undefined {
  const isMissed = answer.score < 1;
  if (!isMissed && (!previous || isReviewedToday(previous, context))) return undefined;
  const schedule = isReviewedToday(previous, context)
    ? previous
    : scheduleReview(previous, { score: answer.score, isEasy: false }, context);
  const due_on = isMissed ? addDays(context.today, 1) : schedule.due_on;
  return { ...schedule, due_on, subject: answer.itemSubject, ability: 0, asked: 0 }; // only skills have an ability
}

/** The answer to each item; the worst of those to several draws of a generated item. */
function listWorstAnswers(answers: readonly FirstAnswer[]): FirstAnswer[] {
  const answersByItem = Map.groupBy(answers, ({ itemSubject }) => itemSubject);
  return [...answersByItem.values()].flatMap((draws) => draws.toSorted((a, b) => a.score - b.score).slice(0, 1));
}

function isReviewedToday(memory: Memory | undefined, { today }: ReviewContext): memory is Memory {
  return memory !== undefined && countDaysSince(memory.reviewed_on, today) === 0;
}

function computeMean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The subject of the memory of an item. */
export function toItemSubject(taskId: string, itemId: string): string {
  return `${taskId}/${itemId}`;
}

/** Lists the child's first answers to the graded items of an attempt. Items without an answer are left out. */
export function listFirstAnswers(
  sources: ReadonlyMap<string, ItemSource>,
  { task: { items }, itemKeys }: AttemptTask,
  { hints }: Pick<Attempt, 'hints'>,
  gradedItems: readonly GradedItem[],
): FirstAnswer[] {
  return items.flatMap((item) => {
    const source = sources.get(item.id);
    const gradedItem = gradedItems.find(({ item_id }) => item_id === item.id);
    const { response, score = 0 } = gradedItem?.first ?? gradedItem ?? {};
    if (!source || response === undefined) return [];
    const { task, difficulty } = source;
    const skill = getSkill(task, item);
    const itemSubject = toItemSubject(task.id, source.item_id);
    const guessChance = computeGuessChance(item);
    const countedScore = hints[item.id] ? score / 2 : score;
    const key = response === null ? undefined : itemKeys.get(item.id); // who does not know the answer shows no misconception
    const shown = findShownMisconceptions(item, key, score < 1 ? response : undefined);
    return [{ itemId: item.id, skill, itemSubject, difficulty, guessChance, score: countedScore, ...shown }];
  });
}

/** What an answer says about misconceptions. `wrongResponse` is undefined if the answer was right. */
export function findShownMisconceptions(
  item: Item,
  key: AnswerKey | undefined,
  wrongResponse: unknown,
): ShownMisconceptions {
  if (!key) return {};
  const couldShow = listMisconceptions(key, countAnswers(item));
  const showed = wrongResponse === undefined ? undefined : findMistake(key, wrongResponse)?.misconception;
  return { couldShow, showed };
}

/** The probability of guessing the correct answer to an item, 0 to 1. */
export function computeGuessChance(item: Item): number {
  return 1 / countAnswers(item);
}
