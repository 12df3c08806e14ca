import type { AnswerValue, Item, Option } from '../../../typescript/src/index.ts';
import { formatNumber } from './number-entry.ts';
import { findNextStart, type Line } from './trace.ts';

/** Whether the answer to an item is complete, so that it can be sent. */
export function isAnswerComplete(item: Item, value: AnswerValue | undefined): boolean {
  switch (item.kind) {
    case 'info':
      return true;
    case 'fill_in':
      return typeof value === 'string' && value.trim() !== '';
    case 'numeric':
      return typeof value === 'string' && /\d/.test(value);
    case 'multiple_choice':
      return Array.isArray(value) && value.length >= Math.max(1, item.select_min);
    case 'sequencing':
      return toIdList(value).some((id, i) => id !== item.options[i]?.id); // the order that is shown is never right
    case 'matching':
      return item.left.every(({ id }) => id in toIdRecord(value));
    case 'categorize':
      return item.options.every(({ id }) => id in toIdRecord(value));
    case 'trace':
      return toLines(value).length > 0 && !findNextStart(item.strokes, toLines(value));
    default:
      return value !== undefined && value !== null;
  }
}

/** Returns an answer that is drawn, or an empty list if there is no such answer. */
export function toLines(value: AnswerValue | undefined): Line[] {
  return typeof value === 'object' && value !== null && 'strokes' in value ? (value.strokes as Line[]) : [];
}

/** Returns an answer that maps ids to ids, or an empty object if there is no such answer. */
export function toIdRecord(value: AnswerValue | undefined): Readonly<Record<string, string>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, string>) : {};
}

/** Returns an answer that is a list of ids, or an empty list if there is no such answer. */
export function toIdList(value: AnswerValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns the answer before the child changes anything. Only a sequencing item has one: its options in the order in which
 * they are shown.
 */
export function getInitialAnswer(item: Item): AnswerValue | undefined {
  return item.kind === 'sequencing' ? item.options.map(({ id }) => id) : undefined;
}

/** Lists the options that an answer chooses or assigns. */
export function listAnswerIds(value: AnswerValue | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : [...toIdList(value), ...Object.keys(toIdRecord(value))];
}

/** Describes the right answer in words, if it is one option, a number or a text. */
export function describeAnswer(item: Item, answer: AnswerValue | undefined, language: string): string | undefined {
  if (typeof answer === 'number') return formatNumber(answer, language);
  if (item.kind === 'single_choice' || item.kind === 'true_false')
    return item.options.find(({ id }) => id === answer)?.text;
  return item.kind === 'fill_in' && typeof answer === 'string' ? answer : undefined;
}

/** Returns the ids of the parts of an answer that are wrong. */
export function listWrongIds(parts: readonly { id: string; correct: boolean }[] = []): readonly string[] {
  return parts.filter(({ correct }) => !correct).map(({ id }) => id);
}

/** Returns a copy of a list with one entry moved to another position. */
export function moveEntry<T>(list: readonly T[], fromIndex: number, toIndex: number): T[] {
  const otherEntries = list.filter((_, i) => i !== fromIndex);
  const targetIndex = Math.min(otherEntries.length, Math.max(0, toIndex));
  return [
    ...otherEntries.slice(0, targetIndex),
    ...list.slice(fromIndex, fromIndex + 1),
    ...otherEntries.slice(targetIndex),
  ];
}

/** Returns the pairs with a pair of these two options, without the previous pairs of both options. */
export function addPair(
  pairs: Readonly<Record<string, string>>,
  leftId: string,
  rightId: string,
): Record<string, string> {
  const otherPairs = Object.entries(pairs).filter(([left, right]) => left !== leftId && right !== rightId);
  return Object.fromEntries([...otherPairs, [leftId, rightId]]);
}

/** Lists the cards of an item. */
export function listOptions(item: Item): readonly Pick<Option, 'text' | 'image_url'>[] {
  if ('left' in item) return [...item.left, ...item.right];
  if ('categories' in item) return [...item.options, ...item.categories];
  return 'options' in item ? item.options : [];
}
