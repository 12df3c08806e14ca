import assert from 'node:assert/strict';
import type { AnswerKey, Item } from '../../../src/content/index.ts';
import { getCorrectResponse } from '../../../src/features/learning/grading/grade.ts';
import { isArithmeticCorrect } from './arithmetic.ts';

// The solutions are solved again by a parser of written sums, which shares no code with the generators.

/** Asserts that each equation of the steps is true in each language. Returns how many steps have one. */
export function assertEquations({ solution = [] }: AnswerKey, languages: readonly string[], label: string): number {
  const texts = solution.flatMap(({ text }) => languages.map((language) => text[language] ?? ''));
  const lines = texts.filter((line) => line.includes('='));
  for (const line of new Set(lines)) assert.equal(checkEquations(line), true, `${label}: ${line}`);
  return lines.length;
}

/** Asserts that a step shows the answer if it is a number. */
export function assertShowsNumber(item: Item, key: AnswerKey, language: string, label: string): void {
  const lines = (key.solution ?? []).map(({ text }) => text[language] ?? '');
  if (key.kind === 'numeric') assertEndsWith(lines, key.answer, language, label);
  else if (item.kind === 'single_choice') {
    const response = getCorrectResponse(item, key, language);
    const answer = item.options.find((option) => option.id === response)?.text[language] ?? '';
    if (/^[\d,.−]+$/.test(answer)) assertIncludes(lines, answer, label);
  }
}

/** Asserts that a step shows the number, as children read it. */
function assertEndsWith(lines: readonly string[], answer: number, language: string, label: string): void {
  const digits = String(Number(answer.toFixed(6))).replace('-', '−');
  assertIncludes(lines, language === 'en' ? digits : digits.replace('.', ','), label);
}

function assertIncludes(lines: readonly string[], answer: string, label: string): void {
  const numbers = lines.flatMap(
    (line) => line.replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '').match(/−?\d+(?:[.,:]\d+)*/g) ?? [],
  );
  assert.ok(
    numbers.some(
      (number) =>
        number === answer ||
        number === answer.replace('−', '') ||
        Number(number.replace(',', '.')) === Number(answer.replace(',', '.')),
    ),
    `${label}: no step shows ${answer}: ${lines.join(' | ')}`,
  );
}

/** Whether each equation in a text is true; undefined if there is none, or one that cannot be read. */
function checkEquations(text: string): boolean | undefined {
  const equations = text
    .split(/(?<=\S)[.,:;?!]\s|\.$/) // a colon between numbers and spaces is a division
    .filter((part) => part.includes('='))
    // The parser knows no negative numbers, and no equation without an operator.
    .map((part) => part.replaceAll(/(?<![\d)]\s?)−(\d+)/g, '(0 − $1)').replace(/(?<!\d|[\d+−] )\d+\/\d+ =/, '0 + $&'));
  const results = equations.map((equation) => isArithmeticCorrect(equation));
  return results.length === 0 || results.includes(undefined) ? undefined : results.every(Boolean);
}
