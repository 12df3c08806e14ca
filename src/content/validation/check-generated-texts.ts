import { findTexts } from '../format/multilingual-text.ts';
import type { AnswerKey, Item } from '../kinds/index.ts';

interface TextRules {
  /** The languages that every text must have. */
  readonly languages: readonly string[];
  readonly allowsNegative: boolean;
}

/** Returns the first problem in the texts of a generated item; undefined if there is none. */
export function findTextProblem(
  item: Item,
  key: AnswerKey,
  { languages, allowsNegative }: TextRules,
): string | undefined {
  for (const { text, path } of findTexts({ item, key })) {
    for (const language of languages) {
      const wordings = [text[language] ?? []].flat();
      const isTyped = path.at(-1) === 'typed'; // a typed mistake may exist in only some of the languages
      if (wordings.length === 0 && !isTyped) return `${path.join('.')} is missing in "${language}".`;
      const problems = wordings.map((wording) => findWordingProblem(wording, allowsNegative));
      const problem = problems.find((found) => found !== undefined);
      if (problem) return `${path.join('.')} ${problem} in "${language}".`;
    }
  }
  for (const language of languages) {
    const texts = 'options' in item ? item.options.map((option) => (option.text[language] ?? '').toLowerCase()) : [];
    if (new Set(texts).size < texts.length) return `Two options are the same in "${language}": ${texts.join(' | ')}.`;
  }
  return undefined;
}

/** Finds what a child could not read in a text: remains of a template or of code, and numbers that are too long or negative. */
function findWordingProblem(wording: string, allowsNegative: boolean): string | undefined {
  if (wording.trim() === '') return 'is empty';
  if (/[{}#]|undefined|NaN|Infinity|\[object/.test(wording)) return `has a placeholder: "${wording}"`;
  if (/ {2}|^\s|\s$/.test(wording)) return `has an extra space: "${wording}"`;
  if (/\d{7,}|\d[.,]\d{4,}/.test(wording)) return `has a number with too many digits: "${wording}"`;
  // A minus sign after a number, a letter or a parenthesis is a subtraction.
  if (!allowsNegative && /(?<![\d\p{L})] ?)−\d/u.test(wording)) return `has a negative number: "${wording}"`;
  return undefined;
}
