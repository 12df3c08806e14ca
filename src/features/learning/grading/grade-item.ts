import { type AnswerKey, type Item, localize } from '../../../content/index.ts';
import { countCodePoints, getMaxRawLength, isStorable, toNfc } from '../../../core/text/normalize-text.ts';
import { MAX_TEXT_ANSWER_LENGTH, normalizeTextAnswer, parseNumber } from './answers/normalize-answer.ts';

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
  const score = key && hasExpectedType(item, response) ? computeScore(key, response) : 0;
  return { score, correct: score === 1 };
}

/**
 * Whether a response has the type that the item's kind requires and is not too long. The id of an option that does not exist has
 * the right type and is graded as wrong.
 */
export function hasExpectedType(item: Item, response: unknown): boolean {
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
      return isId(response);
    case 'multiple_choice':
    case 'sequencing':
      return Array.isArray(response) && response.length <= MAX_OPTIONS && response.every(isId);
    case 'fill_in':
      return (
        isNormalizableText(response) &&
        isWithinLength(toNfc(response, MAX_TEXT_ANSWER_LENGTH), item.max_length ?? MAX_TEXT_ANSWER_LENGTH)
      );
    case 'numeric':
      return Number.isFinite(response) || (isNormalizableText(response) && response.length <= MAX_NUMBER_LENGTH);
    case 'matching':
    case 'categorize':
      return (
        isObject(response) && Object.keys(response).length <= MAX_OPTIONS && Object.entries(response).flat().every(isId)
      );
    case 'hotspot':
      return isObject(response) && isFraction(response.x) && isFraction(response.y);
    case 'info':
      return false;
  }
}

/** Removes all properties but the coordinates from the response to a hotspot. Responses to other items do not change. */
export function removeExtraProperties({ kind }: Item, response: unknown): unknown {
  if (kind !== 'hotspot') return response;
  const { x, y } = response as { x: number; y: number }; // checked by `hasExpectedType`
  return { x, y };
}

/**
 * The correct response to an item, or null if there is no answer key. For a fill-in item, it is in the language in which the
 * prompt is shown; for a hotspot, it is the center of the first correct area.
 */
export function getCorrectResponse(item: Item, key: AnswerKey | undefined, locale: string): unknown {
  if (!key) return null;
  switch (key.kind) {
    case 'multiple_choice':
      return [...key.answers];
    case 'fill_in':
      return (
        (key.accepted[localize(item.prompt, locale).language_served] ?? Object.values(key.accepted)[0])?.[0] ?? null
      );
    case 'matching':
      return { ...key.pairs };
    case 'sequencing':
      return [...key.order];
    case 'categorize':
      return { ...key.groups };
    case 'hotspot':
      return key.areas[0] && getCenter(key.areas[0]);
    default:
      return key.answer;
  }
}

/** The maximum number of options that a pack can give an item. A valid response has no more ids. */
const MAX_OPTIONS = 12;
/** The maximum lengths of an id and of a number that a child types, in characters. */
const MAX_ID_LENGTH = 200;
const MAX_NUMBER_LENGTH = 30;

/** The score of a response, 0 to 1. The casts are safe because `hasExpectedType` has checked the response. */
function computeScore(key: AnswerKey, response: unknown): number {
  switch (key.kind) {
    case 'single_choice':
    case 'true_false':
      return Number(response === key.answer);
    case 'multiple_choice':
      return scoreMultipleChoice(key.answers, new Set(response as string[]));
    case 'fill_in':
      return Number(
        Object.values(key.accepted)
          .flat()
          .map(normalizeTextAnswer)
          .includes(normalizeTextAnswer(response as string)),
      );
    case 'numeric':
      return Number(isNear(typeof response === 'string' ? parseNumber(response) : (response as number), key));
    case 'matching':
      return scoreAssignment(key.pairs, response as Record<string, string>);
    case 'sequencing':
      return scoreSequence(key.order, [...new Set(response as string[])]); // each id counts once
    case 'categorize':
      return scoreAssignment(key.groups, response as Record<string, string>);
    case 'hotspot':
      return Number(key.areas.some((area) => isInside(area, response as { x: number; y: number })));
  }
}

function scoreMultipleChoice(answers: readonly string[], chosen: ReadonlySet<string>): number {
  const correctCount = answers.filter((id) => chosen.has(id)).length;
  const wrongCount = chosen.size - correctCount;
  return Math.max(0, correctCount - wrongCount) / answers.length;
}

/**
 * Whether a number differs from the answer by at most the tolerance. Allows for rounding: a tolerance of 0.1 around 0.3 includes
 * 0.4, although 0.4 - 0.3 is slightly more than 0.1 in floating point.
 */
export function isNear(
  value: number | undefined,
  { answer, tolerance = 0 }: Pick<AnswerKey & { kind: 'numeric' }, 'answer' | 'tolerance'>,
): boolean {
  if (value === undefined || !Number.isFinite(value)) return false;
  const roundingError = 4 * Number.EPSILON * Math.max(Math.abs(answer), Math.abs(value));
  return Math.abs(value - answer) <= tolerance + roundingError;
}

function scoreAssignment(
  correctPairs: Readonly<Record<string, string>>,
  response: Readonly<Record<string, string>>,
): number {
  const pairs = Object.entries(correctPairs);
  return pairs.filter(([id, target]) => response[id] === target).length / pairs.length;
}

/**
 * The share of the pairs of consecutive ids in the correct order that are also consecutive in the response. The response must
 * not contain an id twice.
 */
function scoreSequence(order: readonly string[], response: readonly string[]): number {
  const nextIds = order.slice(1);
  const correctPairs = nextIds.filter((nextId, i) => {
    const position = response.indexOf(order[i] ?? '');
    return position >= 0 && response[position + 1] === nextId;
  });
  return correctPairs.length / nextIds.length;
}

type Area = (AnswerKey & { kind: 'hotspot' })['areas'][number];

function getCenter({ x, y, width, height }: Area): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function isInside({ x, y, width, height }: Area, point: { x: number; y: number }): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

function isId(value: unknown): value is string {
  return isNormalizableText(value) && value.length <= MAX_ID_LENGTH;
}

/** Whether a value is a text that can be stored and is short enough to be normalized to `MAX_TEXT_ANSWER_LENGTH` characters. */
function isNormalizableText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= getMaxRawLength(MAX_TEXT_ANSWER_LENGTH) && isStorable(value);
}

function isWithinLength(text: string | undefined, maxLength: number): boolean {
  return text !== undefined && countCodePoints(text) <= maxLength;
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
