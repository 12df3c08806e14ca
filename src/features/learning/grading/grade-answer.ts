import { isDeepStrictEqual } from 'node:util';
import type { AnswerKey, Item } from '../../../content/index.ts';
import { gradeItem } from './grade-item.ts';

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
export interface PreviousGrade {
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
    const closed = correct || countOptions(item) <= 2;
    return { first: { response, score }, score, correct, tries: 1, closed };
  }
  const { first } = previous.grade;
  const improvedScore = Math.max(first.score, (first.score + score) / 2);
  return { first, score: improvedScore, correct, tries: 2, closed: true };
}

/**
 * The number of possible answers; infinite for items that are not a choice of one option. With only two, the correct answer is
 * known after the first try.
 */
function countOptions(item: Item): number {
  return item.kind === 'single_choice' || item.kind === 'true_false' ? item.options.length : Number.POSITIVE_INFINITY;
}
