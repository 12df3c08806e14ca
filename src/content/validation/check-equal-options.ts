import type { ReportAt } from '../files/validation-errors.ts';
import { type AnswerKey, getQuestionRules, type Question } from '../kinds/index.ts';
import type { Option } from '../kinds/kind.ts';
import { normalizeOptionText } from './normalize-option-text.ts';

/**
 * Checks that no two options have the same meaning, such as 1/2 and 0.5, if only one of them is correct. Questions about the form
 * of a number, which have `asks_for_form`, are not checked.
 */
export function checkEqualOptions(item: Question, key: AnswerKey, reportAt: ReportAt): void {
  if ('asks_for_form' in item && item.asks_for_form) return;
  for (const [a, b] of getQuestionRules(item.kind).listExclusivePairs?.(item, key) ?? []) {
    const language = Object.keys(a.text).find((code) => isEqualIn(code, a, b));
    if (language === undefined) continue;
    reportAt(
      [],
      `The options "${a.text[language]}" and "${b.text[language]}" of the item "${item.id}" say the same in "${language}", but they are not both right. If the question asks for a form, such as the simplest one, write asks_for_form: true.`,
    );
    return;
  }
}

function isEqualIn(language: string, a: Option, b: Option): boolean {
  const texts = [a.text[language], b.text[language]];
  const [normalizedA, normalizedB] = texts.map((text) =>
    text === undefined ? undefined : normalizeOptionText(text, language),
  );
  return normalizedA !== undefined && normalizedA === normalizedB;
}
