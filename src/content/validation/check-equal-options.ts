import type { ReportAt } from '../files/validation-errors.ts';
import type { AnswerKey } from '../format/answers.ts';
import type { MultilingualText } from '../format/pack.ts';
import type { StaticItem } from '../format/task.ts';
import { normalizeOptionText } from './normalize-option-text.ts';

interface Option {
  readonly id: string;
  readonly text: MultilingualText;
}

/**
 * Checks that no two options have the same meaning, such as 1/2 and 0.5, if only one of them is correct. Questions about the form
 * of a number, which have `asks_for_form`, are not checked.
 */
export function checkEqualOptions(item: StaticItem, key: AnswerKey, reportAt: ReportAt): void {
  if ('asks_for_form' in item && item.asks_for_form) return;
  for (const [a, b] of listExclusivePairs(item, key)) {
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

/**
 * Lists the pairs of options that are not interchangeable: only one of them is correct, or they have different positions in an
 * order.
 */
function listExclusivePairs(item: StaticItem, key: AnswerKey): [Option, Option][] {
  if (item.kind === 'matching' && key.kind === 'matching') {
    const targets = new Set(Object.values(key.pairs));
    return listPairs(item.right).filter(([a, b]) => targets.has(a.id) || targets.has(b.id));
  }
  if (!('options' in item)) return [];
  if (key.kind === 'sequencing') return listPairs(item.options);
  const isCorrect = ({ id }: Option) =>
    'answers' in key ? key.answers.includes(id) : 'answer' in key && key.answer === id;
  const isChoice = ['single_choice', 'true_false', 'multiple_choice'].includes(key.kind);
  return isChoice ? listPairs(item.options).filter(([a, b]) => isCorrect(a) !== isCorrect(b)) : [];
}

function listPairs(options: readonly Option[]): [Option, Option][] {
  return options.flatMap((a, i) => options.slice(i + 1).map((b): [Option, Option] => [a, b]));
}
