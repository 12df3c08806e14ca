import { codePointLength, composed, isStorable } from '../../../core/text.ts';
import { type Item, type ItemKey, localize } from '../../content/index.ts';
import { foldText, LONGEST_TEXT, parseNumber } from './normalize-answer.ts';

/** How good a response is. `score` is 0 to 1; `correct` is the full score. */
export interface Grade {
  readonly score: number;
  readonly correct: boolean;
}

/** Grades a response of whatever form; a missing one is wrong. Info items ask nothing and have no points. */
export function gradeItem(item: Item, key: ItemKey | undefined, response: unknown): Grade {
  if (item.kind === 'info') return { score: 0, correct: true };
  const score = key && hasResponseType(item, response) ? scoreOf(key, response) : 0;
  return { score, correct: score === 1 };
}

/** Whether a response has the type that the item's kind asks for. Ids that the item has not do fit: they are wrong. */
export function hasResponseType(item: Item, response: unknown): boolean {
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
      return isId(response);
    case 'multiple_choice':
    case 'sequencing':
      return Array.isArray(response) && response.length <= MOST_IDS && response.every(isId);
    case 'fill_in':
      return isText(response) && isWithin(composed(response, LONGEST_TEXT), item.max_length ?? LONGEST_TEXT);
    case 'numeric':
      return Number.isFinite(response) || (isText(response) && response.length <= LONGEST_NUMBER);
    case 'matching':
    case 'categorize':
      return (
        isObject(response) && Object.keys(response).length <= MOST_IDS && Object.entries(response).flat().every(isId)
      );
    case 'hotspot':
      return isObject(response) && isShare(response.x) && isShare(response.y);
    case 'info':
      return false;
  }
}

/** A response that fits, without what its item does not ask for. */
export function cleanResponse({ kind }: Item, response: unknown): unknown {
  if (kind !== 'hotspot') return response;
  const { x, y } = response as { x: number; y: number }; // as `hasResponseType` has found
  return { x, y };
}

/** The right answer in the very form of a response; what was to be written is in the language of the prompt. */
export function correctResponse(item: Item, key: ItemKey | undefined, locale: string): unknown {
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
      return key.areas.slice(0, 1).map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))[0];
    default:
      return key.answer;
  }
}

/** No item has more options, so no honest response has more ids. */
const MOST_IDS = 12;
const LONGEST_ID = 200;
const LONGEST_NUMBER = 30;

/** The casts say what `hasResponseType` has found. */
function scoreOf(key: ItemKey, response: unknown): number {
  switch (key.kind) {
    case 'single_choice':
    case 'true_false':
      return Number(response === key.answer);
    case 'multiple_choice':
      return chosenRight(key.answers, new Set(response as string[]));
    case 'fill_in':
      return Number(
        Object.values(key.accepted)
          .flat()
          .map(foldText)
          .includes(foldText(response as string)),
      );
    case 'numeric':
      return Number(isNear(typeof response === 'string' ? parseNumber(response) : (response as number), key));
    case 'matching':
      return shareAssigned(key.pairs, response as Record<string, string>);
    case 'sequencing':
      return neighboursInOrder(key.order, [...new Set(response as string[])]);
    case 'categorize':
      return shareAssigned(key.groups, response as Record<string, string>);
    case 'hotspot':
      return Number(key.areas.some((area) => isInside(area, response as { x: number; y: number })));
  }
}

function chosenRight(answers: readonly string[], chosen: ReadonlySet<string>): number {
  const hits = answers.filter((id) => chosen.has(id)).length;
  const wrong = chosen.size - hits;
  return Math.max(0, hits - wrong) / answers.length;
}

/** A tolerance of 0.1 around 0.3 holds 0.4, though the machine's 0.4 - 0.3 is a hair more. */
function isNear(given: number | undefined, { answer, tolerance = 0 }: ItemKey & { kind: 'numeric' }): boolean {
  if (given === undefined || !Number.isFinite(given)) return false;
  const hair = 4 * Number.EPSILON * Math.max(Math.abs(answer), Math.abs(given));
  return Math.abs(given - answer) <= tolerance + hair;
}

function shareAssigned(right: Readonly<Record<string, string>>, given: Readonly<Record<string, string>>): number {
  const all = Object.entries(right);
  return all.filter(([id, target]) => given[id] === target).length / all.length;
}

/** What is named twice counts where it stands first: a list that tries every neighbour is still one order. */
function neighboursInOrder(order: readonly string[], given: readonly string[]): number {
  const pairs = order.slice(1).map((next, i) => {
    const at = given.indexOf(order[i] ?? '');
    return at >= 0 && given[at + 1] === next;
  });
  return pairs.filter(Boolean).length / pairs.length;
}

type Area = (ItemKey & { kind: 'hotspot' })['areas'][number];

function isInside({ x, y, width, height }: Area, at: { x: number; y: number }): boolean {
  return at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;
}

function isId(value: unknown): value is string {
  return isText(value) && value.length <= LONGEST_ID;
}

/** Short enough for every bound that counts characters (one has at most two units, and may come in parts). */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 4 * LONGEST_TEXT && isStorable(value);
}

function isWithin(text: string | undefined, longest: number): boolean {
  return text !== undefined && codePointLength(text) <= longest;
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
