import type { Task } from '../../../../content/index.ts';
import { QUOTAS } from '../../../../core/quotas.ts';
import { createFieldError } from '../../../../core/requests/api-error.ts';
import { localized } from '../../../../locales/index.ts';
import type { SavedAnswer } from '../../attempts/attempts-store.ts';
import { hasExpectedType, removeExtraProperties } from '../grade-item.ts';

/**
 * Merges new answers into the saved ones, in the order of the task. Null or undefined removes an answer. Answers that no
 * longer fit, because the pack has changed since they were saved, are left out. Refuses more than `QUOTAS.answerBytes` (400).
 */
export function mergeAnswers(
  { items }: Task,
  savedAnswers: readonly SavedAnswer[],
  responses: ReadonlyMap<string, unknown>,
): SavedAnswer[] {
  const savedResponses = new Map(savedAnswers.map(({ item_id, response }) => [item_id, response]));
  const mergedAnswers = items.flatMap((item) => {
    const response = responses.has(item.id) ? responses.get(item.id) : savedResponses.get(item.id);
    const isValid = response !== undefined && response !== null && hasExpectedType(item, response);
    return isValid ? [{ item_id: item.id, response: removeExtraProperties(item, response) }] : [];
  });
  if (Buffer.byteLength(JSON.stringify(mergedAnswers)) > QUOTAS.answerBytes)
    throw createFieldError('answers', localized.learning.tooLarge({ limit: QUOTAS.answerBytes / 1024 }));
  return mergedAnswers;
}

/** Returns the responses to items that have not been graded yet. The answer to a graded item changes only when it is graded again. */
export function removeGradedResponses(
  responses: ReadonlyMap<string, unknown>,
  grades: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, unknown> {
  return new Map([...responses].filter(([itemId]) => !Object.hasOwn(grades, itemId)));
}
