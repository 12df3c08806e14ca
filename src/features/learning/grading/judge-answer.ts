import { isDeepStrictEqual } from 'node:util';
import type { AnswerKey, Item } from '../../../content/index.ts';
import { gradeItem } from './grade-item.ts';

/** The verdict on an item that was judged before its attempt was completed. */
export interface Verdict {
  readonly first: { readonly response: unknown; readonly score: number };
  /** The score that counts for the item, 0 to 1. */
  readonly score: number;
  /** Whether the last answer is fully right. */
  readonly correct: boolean;
  readonly tries: 1 | 2;
  /** No further answer is judged. */
  readonly closed: boolean;
}

/** The verdict on an item so far, and the response that it is about. */
export interface PreviousVerdict {
  readonly verdict: Verdict;
  readonly response: unknown;
}

/**
 * Judges a response of the right type. A second try counts for half of its improvement. The same response again, or any
 * response after the item was closed, gets the previous verdict.
 */
export function judgeAnswer(
  item: Item,
  key: AnswerKey | undefined,
  response: unknown,
  before: PreviousVerdict | undefined,
): Verdict {
  if (before && (before.verdict.closed || isDeepStrictEqual(before.response, response))) return before.verdict;
  const { score, correct } = gradeItem(item, key, response);
  if (!before) {
    const closed = correct || countOptions(item) <= 2;
    return { first: { response, score }, score, correct, tries: 1, closed };
  }
  const { first } = before.verdict;
  const improvedScore = Math.max(first.score, (first.score + score) / 2);
  return { first, score: improvedScore, correct, tries: 2, closed: true };
}

/** The number of answers to choose from. With only two, the right one is known after the first try. */
function countOptions(item: Item): number {
  return item.kind === 'single_choice' || item.kind === 'true_false' ? item.options.length : Number.POSITIVE_INFINITY;
}
