import type { AnswerKey } from '../format/answers.ts';
import { findTexts } from '../format/localized-text.ts';
import type { Item } from '../format/task.ts';

interface TextRules {
  readonly languages: readonly string[];
  readonly allowsNegative: boolean;
}

/** Returns the first problem in the texts of a generated item, in any language. */
export function findTextProblem(
  item: Item,
  key: AnswerKey,
  { languages, allowsNegative }: TextRules,
): string | undefined {
  for (const { text, path } of findTexts({ item, key })) {
    for (const language of languages) {
      const lines = [text[language] ?? []].flat();
      const isTyped = path.at(-1) === 'typed';
      if (lines.length === 0 && !isTyped) return `${path.join('.')} is missing in "${language}".`;
      const problem = lines.map((line) => describeProblem(line, allowsNegative)).find((found) => found !== undefined);
      if (problem) return `${path.join('.')} ${problem} in "${language}".`;
    }
  }
  for (const language of languages) {
    const texts = 'options' in item ? item.options.map((option) => (option.text[language] ?? '').toLowerCase()) : [];
    if (new Set(texts).size < texts.length) return `Two options are the same in "${language}": ${texts.join(' | ')}.`;
  }
  return undefined;
}

function describeProblem(line: string, allowsNegative: boolean): string | undefined {
  if (line.trim() === '') return 'is empty';
  if (/[{}#]|undefined|NaN|Infinity|\[object/.test(line)) return `has a placeholder: "${line}"`;
  if (/ {2}|^\s|\s$/.test(line)) return `has an extra space: "${line}"`;
  if (/\d{7,}|\d[.,]\d{4,}/.test(line)) return `has a number with too many digits: "${line}"`;
  if (!allowsNegative && /(?<![\d\p{L})] ?)−\d/u.test(line)) return `has a negative number: "${line}"`;
  return undefined;
}
