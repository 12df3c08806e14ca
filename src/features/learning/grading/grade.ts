import { isDeepStrictEqual } from 'node:util';
import {
  type AnswerKey,
  getQuestionRules,
  type Item,
  localize,
  type MultilingualText,
  type Task,
} from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { createFieldError, createInvalidFieldsError, type FieldError } from '../../../core/requests/api-error.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import { computeStars } from '../learner/rewards.ts';

/**
 * The grade of a response. `score` is 0 to 1. `correct` means the full score; an info item, which has no points, is always
 * correct.
 */
export interface Grade {
  readonly score: number;
  readonly correct: boolean;
}

/** Grades a response. A missing response and a response of the wrong type are graded as wrong. */
export function gradeItem(item: Item, key: AnswerKey | undefined, response: unknown): Grade {
  if (item.kind === 'info') return { score: 0, correct: true };
  const validResponse = parseResponse(item, response);
  const score = key && validResponse !== undefined ? getQuestionRules(key.kind).grade(key, validResponse, item) : 0;
  return { score, correct: score === 1 };
}

/** Returns a response without additional properties; undefined if its type is not the one that the item's kind requires. */
export function parseResponse(item: Item, response: unknown): unknown {
  return item.kind === 'info' ? undefined : getQuestionRules(item.kind).parse(item, response);
}

/** The grade of an item that was graded before its attempt was completed. */
export interface AnswerGrade {
  /** The first answer and its score. */
  readonly first: { readonly response: unknown; readonly score: number };
  /** The score that counts for the item, 0 to 1. */
  readonly score: number;
  /** Whether the last answer is fully correct. */
  readonly correct: boolean;
  readonly tries: 1 | 2;
  /** True when no further answer to the item will be graded. */
  readonly closed: boolean;
}

/** The grade of an item so far, and the response that was graded. */
interface PreviousGrade {
  readonly grade: AnswerGrade;
  readonly response: unknown;
}

/**
 * Grades a response of the right type. A second try adds half of its improvement to the score. If the response is repeated, or
 * the item is already closed, the previous grade is returned.
 */
export function gradeAnswer(
  item: Item,
  key: AnswerKey | undefined,
  response: unknown,
  previous: PreviousGrade | undefined,
): AnswerGrade {
  if (previous && (previous.grade.closed || isDeepStrictEqual(previous.response, response))) return previous.grade;
  const { score, correct } = gradeItem(item, key, response);
  if (!previous) {
    const closed = correct || countAnswers(item) <= 2; // with only two, the correct answer is known after the first try
    return { first: { response, score }, score, correct, tries: 1, closed };
  }
  const { first } = previous.grade;
  const improvedScore = Math.max(first.score, (first.score + score) / 2);
  return { first, score: improvedScore, correct, tries: 2, closed: true };
}

/** The number of possible answers; infinite for items that are not a choice of one option. */
export function countAnswers(item: Item): number {
  if (item.kind === 'info') return Number.POSITIVE_INFINITY;
  return getQuestionRules(item.kind).countAnswers?.(item) ?? Number.POSITIVE_INFINITY;
}

/**
 * The correct response to an item, or null if there is no answer key. A text is in the language in which the prompt is shown.
 */
export function getCorrectResponse(item: Item, key: AnswerKey | undefined, locale: string): unknown {
  return key && item.kind !== 'info' ? getQuestionRules(key.kind).getCorrectResponse(key, item, locale) : null;
}

/** The feedback on an answer, in the language of `locale`; an empty text if the item has no answer key. */
export function getFeedback(
  key: AnswerKey | undefined,
  { correct, response }: { readonly correct: boolean; readonly response: unknown },
  locale: string,
): string {
  if (!key) return '';
  if (correct) return localize(key.feedback.right, locale).text;
  return localize(findMistakeFeedback(key, response) ?? key.feedback.wrong, locale).text;
}

/** What a pack says to a question, for a parent. */
export interface Explanation {
  /** The steps of the worked solution, or one text. */
  readonly lines: readonly string[];
  /** Whether it explains the question, is what the app says to this wrong answer, or replies to the right one, such as "Yes, …". */
  readonly kind: 'explained' | 'saysToAnswer' | 'reply';
}

/**
 * The worked solution of a question, or else what the pack says about this wrong response, or else its reply to the right answer, which
 * must not stand beside a wrong answer as if it were said about it. Undefined if the packs no longer contain the question.
 */
export function explainAnswer(key: AnswerKey | undefined, locale: string, response?: unknown): Explanation | undefined {
  if (!key) return undefined;
  const { solution = [], feedback } = key;
  if (solution.length > 0) return { lines: solution.map(({ text }) => localize(text, locale).text), kind: 'explained' };
  const mistake = response === undefined ? undefined : findMistakeFeedback(key, response);
  return { lines: [localize(mistake ?? feedback.right, locale).text], kind: mistake ? 'saysToAnswer' : 'reply' };
}

/** A part of a wrong answer, such as an option that was sorted into a category, with its grade. */
interface GradedPart {
  readonly id: string;
  readonly correct: boolean;
  /** What the pack says about a part that is wrong; null if it says nothing. */
  readonly feedback: string | null;
}

/** Grades the parts of an answer, such as the options that were sorted; none if the kind of the item has no parts. */
export function gradeParts(key: AnswerKey | undefined, item: Item, response: unknown, locale: string): GradedPart[] {
  const validResponse = parseResponse(item, response);
  if (!key || validResponse === undefined) return [];
  const texts = 'parts' in key ? (key.parts ?? {}) : {};
  return (getQuestionRules(key.kind).gradeParts?.(key, validResponse) ?? []).map(({ id, correct }) => {
    const text = correct ? undefined : texts[id];
    return { id, correct, feedback: text ? localize(text, locale).text : null };
  });
}

/** The feedback that the pack has for this particular wrong answer. */
export function findMistakeFeedback(key: AnswerKey, response: unknown): MultilingualText | undefined {
  return findMistake(key, response)?.says;
}

/** The mistake that a response is, with its feedback; undefined if the pack does not list it. */
export function findMistake(key: AnswerKey, response: unknown) {
  return getQuestionRules(key.kind).findMistake?.(key, response);
}

/** Formats a response as readable text in the language of `locale`, with the texts of options instead of their ids. */
export function formatAnswer(item: Item, response: unknown, locale: string): string {
  const validResponse = parseResponse(item, response);
  const text =
    item.kind === 'info' || validResponse === undefined
      ? undefined
      : getQuestionRules(item.kind).format(item, validResponse, locale);
  return text ?? localized.learning.invalidAnswer[toLanguage(locale)];
}

/** Formats a wrong answer and the right one. Spots that words do not tell apart are close to each other. */
export function formatAnswers(
  item: Item,
  answers: { readonly given: unknown; readonly right: unknown },
  locale: string,
): { readonly givenAnswer: string; readonly rightAnswer: string } {
  const [givenAnswer, rightAnswer] = [
    formatAnswer(item, answers.given, locale),
    formatAnswer(item, answers.right, locale),
  ];
  const isNear = item.kind === 'hotspot' && givenAnswer === rightAnswer;
  return { givenAnswer: isNear ? localized.learning.nearSpot[toLanguage(locale)] : givenAnswer, rightAnswer };
}

/** An item with the child's response and its grade. `score` is 0 to 1. */
export interface GradedItem {
  readonly item_id: string;
  readonly response: unknown;
  readonly score: number;
  readonly correct: boolean;
  /** The first answer, if the item was graded before the attempt was completed. */
  readonly first?: { readonly response: unknown; readonly score: number };
}

export interface TaskGrade {
  readonly passed: boolean;
  /** 0 to 1. */
  readonly score: number;
  readonly points: number;
  readonly max_points: number;
  readonly stars: number;
  /** One entry for every item that has an answer key, answered or not. */
  readonly items: readonly GradedItem[];
}

/**
 * Grades the answers to all items of a task. Items that have already been graded keep their grades. If no item has an answer
 * key, the task is always passed with three stars.
 */
export function gradeTask(
  { task, itemKeys }: { readonly task: Task; readonly itemKeys: ReadonlyMap<string, AnswerKey> },
  answers: readonly SavedAnswer[],
  grades: Readonly<Record<string, AnswerGrade>>,
): TaskGrade {
  const responses = new Map(answers.map(({ item_id, response }) => [item_id, response]));
  const gradedItems = task.items.flatMap((item) => {
    const key = itemKeys.get(item.id);
    if (!key) return [];
    const response = responses.get(item.id);
    const earlierGrade = grades[item.id];
    const grade = earlierGrade ? toGrade(earlierGrade) : gradeItem(item, key, response);
    return [{ item_id: item.id, response, weight: item.points, ...grade }];
  });
  const max_points = gradedItems.reduce((sum, { weight }) => sum + weight, 0);
  const points = gradedItems.reduce((sum, { weight, score }) => sum + weight * score, 0);
  const score = max_points === 0 ? 1 : Math.min(1, points / max_points);
  const stars = computeStars(score, task.pass_score);
  return { passed: stars > 0, score, points, max_points, stars, items: gradedItems };
}

function toGrade({ score, correct, first }: AnswerGrade): Pick<GradedItem, 'score' | 'correct' | 'first'> {
  return { score, correct, first };
}

export interface SavedAnswer {
  readonly item_id: string;
  readonly response: unknown;
}

/** A response as a client sends it. */
export interface Answer {
  readonly item_id: string;
  readonly response?: unknown;
}

/**
 * Returns the responses by item id. A missing response is null. Info items are left out. Refuses more answers than items (400).
 * Refuses unknown items, items that are answered twice, responses to info items and responses of the wrong type (400), and
 * reports all of these errors together.
 */
export function validateAnswers(task: Task, answers: readonly Answer[]): Map<string, unknown> {
  if (answers.length > task.items.length)
    throw createInvalidFieldsError([{ field: 'answers', text: localized.learning.answers.tooMany }]);
  const errors = answers.flatMap(
    (answer, i) => findFieldError(task, answer, answers.slice(0, i), `answers.${i}.`) ?? [],
  );
  if (errors.length > 0) throw createInvalidFieldsError(errors);
  const answersToGrade = answers.filter(({ item_id }) => findItem(task, item_id)?.kind !== 'info');
  return new Map(answersToGrade.map(({ item_id, response }) => [item_id, response ?? null]));
}

/**
 * Returns the item that an answer belongs to. Refuses an unknown item, an info item, and a response that is missing or of the wrong type
 * (400); null says that the child does not know the answer.
 */
export function getAnsweredItem(task: Pick<Task, 'items'>, answer: Answer, { canBeNull = false } = {}): Item {
  const item = findItem(task, answer.item_id);
  const error = findFieldError(task, answer, [], '');
  if (error || !item)
    throw createInvalidFieldsError([error ?? { field: 'item_id', text: localized.learning.answers.unknownItem }]);
  if (item.kind === 'info')
    throw createInvalidFieldsError([{ field: 'response', text: localized.learning.answers.nothingToAnswer }]);
  if (answer.response === undefined || (answer.response === null && !canBeNull))
    throw createInvalidFieldsError([{ field: 'response', text: getQuestionRules(item.kind).describeExpected(item) }]);
  return item;
}

/**
 * Merges new responses into the saved answers, in the order of the task. Null or undefined removes an answer. Answers of a type that
 * the item does not expect are left out: its content may have changed since they were saved. Refuses answers of more than
 * `QUOTAS.answerBytes` with status 400.
 */
export function mergeAnswers(
  { items }: Task,
  savedAnswers: readonly SavedAnswer[],
  newResponses: ReadonlyMap<string, unknown>,
): SavedAnswer[] {
  const savedResponses = new Map(savedAnswers.map(({ item_id, response }) => [item_id, response]));
  const mergedAnswers = items.flatMap((item) => {
    const response = newResponses.has(item.id) ? newResponses.get(item.id) : savedResponses.get(item.id);
    const validResponse = parseResponse(item, response);
    return validResponse === undefined ? [] : [{ item_id: item.id, response: validResponse }];
  });
  if (Buffer.byteLength(JSON.stringify(mergedAnswers)) > QUOTAS.answerBytes)
    throw createFieldError('answers', localized.learning.tooLarge({ limit: QUOTAS.answerBytes / 1024 }));
  return mergedAnswers;
}

/** Returns the responses to items that have no grade, so that saving them does not change an answer that has one. */
export function removeGradedResponses(
  responses: ReadonlyMap<string, unknown>,
  grades: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, unknown> {
  return new Map([...responses].filter(([itemId]) => !Object.hasOwn(grades, itemId)));
}

function findFieldError(
  task: Pick<Task, 'items'>,
  { item_id, response }: Answer,
  earlierAnswers: readonly Answer[],
  prefix: string,
): FieldError | undefined {
  const item = findItem(task, item_id);
  if (!item) return { field: `${prefix}item_id`, text: localized.learning.answers.unknownItem };
  if (earlierAnswers.some((answer) => answer.item_id === item_id))
    return { field: `${prefix}item_id`, text: localized.learning.answers.answeredTwice };
  if (response === undefined || response === null) return undefined;
  if (item.kind === 'info') return { field: `${prefix}response`, text: localized.learning.answers.nothingToAnswer };
  const { parse, describeExpected } = getQuestionRules(item.kind);
  return parse(item, response) === undefined ? { field: `${prefix}response`, text: describeExpected(item) } : undefined;
}

function findItem(task: Pick<Task, 'items'>, id: string) {
  return task.items.find((item) => item.id === id);
}
