import { isDeepStrictEqual } from 'node:util';
import type { AnswerKey, Item } from '../../../content/index.ts';
import { gradeItem } from './grade-item.ts';

/** The verdict on an item that was judged before its attempt was completed. */
export interface Verdict {
  readonly first: { readonly response: unknown; readonly score: number };
  /** What the item counts, 0 to 1. */
  readonly score: number;
  /** Whether the last answer is fully right. */
  readonly correct: boolean;
  readonly tries: 1 | 2;
  /** No further answer is judged. */
  readonly closed: boolean;
}

/** What was said about an item so far, and the response that it was said about. */
export interface JudgedBefore {
  readonly verdict: Verdict;
  readonly response: unknown;
}

/**
 * Judges a response of the right type. The second of two tries counts half of what it improves. The same response again,
 * or any after the item was closed, gets the verdict before.
 */
export function judgeAnswer(
  item: Item,
  key: AnswerKey | undefined,
  response: unknown,
  before: JudgedBefore | undefined,
): Verdict {
  if (before && (before.verdict.closed || isDeepStrictEqual(before.response, response))) return before.verdict;
  const { score, correct } = gradeItem(item, key, response);
  if (!before) {
    const closed = correct || countOptions(item) <= 2;
    return { first: { response, score }, score, correct, tries: 1, closed };
  }
  const { first } = before.verdict;
  const better = Math.max(first.score, (first.score + score) / 2);
  return { first, score: better, correct, tries: 2, closed: true };
}

/** How many answers there are to choose from. With two, a second try would be no question. */
function countOptions(item: Item): number {
  return item.kind === 'single_choice' || item.kind === 'true_false' ? item.options.length : Number.POSITIVE_INFINITY;
}
