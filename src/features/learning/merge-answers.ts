import type { Text } from '../../core/languages.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import type { Task } from '../content/index.ts';
import { fits, tidied } from './grade.ts';
import type { SavedAnswer } from './store.ts';

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
    const isKept = response !== undefined && response !== null && fits(item, response);
    return isKept ? [{ item_id: item.id, response: tidied(item, response) }] : [];
  });
  if (Buffer.byteLength(JSON.stringify(merged)) > QUOTAS.answerBytes) throw fieldRefusal('answers', TOO_LARGE);
  return merged;
}

const TOO_LARGE: Text = {
  en: `the answers of one attempt take up at most ${QUOTAS.answerBytes / 1024} KB`,
  es: `las respuestas de un intento ocupan como máximo ${QUOTAS.answerBytes / 1024} KB`,
  uk: `відповіді однієї спроби займають не більше ${QUOTAS.answerBytes / 1024} КБ`,
  pl: `odpowiedzi jednej próby zajmują najwyżej ${QUOTAS.answerBytes / 1024} KB`,
};
