import type { AnswerValue, Item } from '../../../typescript/src/index.ts';

/** Whether an answer is complete and can be sent. */
export function isComplete(item: Item, value: AnswerValue | undefined): boolean {
  switch (item.kind) {
    case 'info':
      return true;
    case 'fill_in':
      return typeof value === 'string' && value.trim() !== '';
    case 'numeric':
      return typeof value === 'string' && /\d/.test(value);
    case 'multiple_choice':
      return Array.isArray(value) && value.length >= Math.max(1, item.select_min);
    case 'matching':
      return item.left.every(({ id }) => id in toRecord(value));
    case 'categorize':
      return item.options.every(({ id }) => id in toRecord(value));
    default:
      return value !== undefined && value !== null;
  }
}

/** Returns an answer that is an object of ids, or an empty object for an answer of another type. */
export function toRecord(value: AnswerValue | undefined): Readonly<Record<string, string>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, string>) : {};
}

/** Returns an answer that is a list of ids, or an empty list for an answer of another type. */
export function toList(value: AnswerValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns the answer before the child changes anything. Only a sequencing item has one: its options in the order in which
 * they are shown.
 */
export function getInitialAnswer(item: Item): AnswerValue | undefined {
  return item.kind === 'sequencing' ? item.options.map(({ id }) => id) : undefined;
}

/** Returns a list with one entry moved to another position. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const otherEntries = list.filter((_, i) => i !== from);
  const target = Math.min(otherEntries.length, Math.max(0, to));
  return [...otherEntries.slice(0, target), ...list.slice(from, from + 1), ...otherEntries.slice(target)];
}

/** Pairs a left option with a right option, and removes the previous pairs of both options. */
export function addPair(
  pairs: Readonly<Record<string, string>>,
  leftId: string,
  rightId: string,
): Record<string, string> {
  const otherPairs = Object.entries(pairs).filter(([left, right]) => left !== leftId && right !== rightId);
  return Object.fromEntries([...otherPairs, [leftId, rightId]]);
}
