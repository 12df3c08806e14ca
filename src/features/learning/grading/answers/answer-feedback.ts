import { type AnswerKey, localize, type MultilingualText } from '../../../../content/index.ts';
import { isNear } from '../grade-item.ts';
import { normalizeTextAnswer, parseNumber } from './normalize-answer.ts';

/** The feedback on an answer, in the language of `locale`; an empty text if the item has no answer key. */
export function getFeedback(
  key: AnswerKey | undefined,
  { correct, response }: { readonly correct: boolean; readonly response: unknown },
  locale: string,
): string {
  if (!key) return '';
  if (correct) return localize(key.feedback.right, locale).text;
  return localize(findMistakeFeedback(key, response) ?? key.feedback.wrong, locale).text;
}

/** The feedback that the pack has for this particular wrong answer. */
export function findMistakeFeedback(key: AnswerKey, response: unknown): MultilingualText | undefined {
  switch (key.kind) {
    case 'single_choice':
    case 'true_false':
      return key.mistakes?.find(({ answer }) => answer === response)?.says;
    case 'multiple_choice':
      return key.mistakes?.find(({ answer }) => Array.isArray(response) && response.includes(answer))?.says;
    case 'numeric': {
      const value = typeof response === 'string' ? parseNumber(response) : response;
      if (typeof value !== 'number') return undefined;
      return key.mistakes?.find((mistake) => isNear(value, mistake))?.says;
    }
    case 'fill_in': {
      if (typeof response !== 'string') return undefined;
      const normalizedResponse = normalizeTextAnswer(response);
      const includesResponse = (answersByLanguage: Readonly<Record<string, readonly string[]>>) =>
        Object.values(answersByLanguage)
          .flat()
          .some((word) => normalizeTextAnswer(word) === normalizedResponse);
      return key.mistakes?.find(({ typed }) => includesResponse(typed))?.says;
    }
    default:
      return undefined;
  }
}
