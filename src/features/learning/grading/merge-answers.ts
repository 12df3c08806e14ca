import { QUOTAS } from '../../../core/quotas.ts';
import { localized } from '../../../locales/index.ts';
import { fieldRefusal } from '../../../platform/http/validation.ts';
import type { Task } from '../../content/index.ts';
import type { SavedAnswer } from '../learner/learner-store.ts';
import { cleanResponse, hasResponseType } from './grade-item.ts';

/**
 * What was saved with what is given now, in the order of the task; null or undefined takes an answer back. A pack may
 * have changed since something was saved: what no longer fits is left out.
 */
export function mergedAnswers(
  { items }: Task,
  saved: readonly SavedAnswer[],
  given: ReadonlyMap<string, unknown>,
): SavedAnswer[] {
  const before = new Map(saved.map(({ item_id, response }) => [item_id, response]));
  const merged = items.flatMap((item) => {
    const response = given.has(item.id) ? given.get(item.id) : before.get(item.id);
    const isKept = response !== undefined && response !== null && hasResponseType(item, response);
    return isKept ? [{ item_id: item.id, response: cleanResponse(item, response) }] : [];
  });
  if (Buffer.byteLength(JSON.stringify(merged)) > QUOTAS.answerBytes)
    throw fieldRefusal('answers', localized.learning.tooLarge({ limit: QUOTAS.answerBytes / 1024 }));
  return merged;
}
