import type { Task } from '../../../../content/index.ts';
import { QUOTAS } from '../../../../core/quotas.ts';
import { createFieldError } from '../../../../core/requests/api-error.ts';
import { localized } from '../../../../locales/index.ts';
import type { SavedAnswer } from '../../attempts/attempts-store.ts';
import { hasExpectedType, removeExtraProperties } from '../grade-item.ts';

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
    const isValid = response !== undefined && response !== null && hasExpectedType(item, response);
    return isValid ? [{ item_id: item.id, response: removeExtraProperties(item, response) }] : [];
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
