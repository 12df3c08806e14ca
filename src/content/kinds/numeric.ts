import { html } from 'hono/html';
import { Type } from 'typebox';
import { Nullable } from '../../core/requests/json-schema.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import { localize } from '../format/multilingual-text.ts';
import { MultilingualText } from '../format/pack.ts';
import { defineAnswerKey, defineMistakes, defineQuestion, isNormalizableText, type QuestionKind } from './kind.ts';

const Tolerance = Type.Optional(
  Type.Number({ minimum: 0, description: 'The accepted deviation from the answer; default 0' }),
);

const schemas = {
  item: defineQuestion('numeric', {
    unit: Type.Optional(MultilingualText),
    negative: Type.Optional(Type.Boolean({ description: 'The answer or a mistake may be below zero' })),
  }),
  key: defineAnswerKey('numeric', {
    answer: Type.Number(),
    tolerance: Tolerance,
    mistakes: defineMistakes({ answer: Type.Number(), tolerance: Tolerance }),
  }),
  response: Type.Unsafe<number | string>({
    title: 'NumberAnswer',
    type: ['number', 'string'],
    description: 'A number, or the text that the child has typed, with a decimal point or comma.',
    examples: [2.5],
  }),
  sent: {
    unit: Nullable(
      Type.String({
        description: 'The unit of the number, such as `cm`, which is shown beside the answer; null if there is none.',
      }),
    ),
    negative: Type.Boolean({
      description: 'Whether the number may be below zero, so that a keypad needs a minus sign.',
    }),
  },
};

/** The maximum length of a number that a child types, in characters. */
const MAX_NUMBER_LENGTH = 30;

export const numeric: QuestionKind<typeof schemas> = {
  ...schemas,
  gesture: 'type',
  checkKey({ negative }, { answer: correctAnswer, tolerance: correctTolerance = 0, mistakes = [] }, reportAt) {
    if (!negative && [correctAnswer, ...mistakes.map(({ answer }) => answer)].some((number) => number < 0))
      reportAt([], 'An answer or mistake below zero needs negative: true in the item.');
    for (const [i, { answer, tolerance = 0 }] of mistakes.entries()) {
      const path = ['mistakes', i, 'answer'];
      if (Math.abs(answer - correctAnswer) <= correctTolerance + tolerance)
        reportAt(path, `The mistake ${answer} includes right answers.`);
      const isIncluded = mistakes
        .slice(0, i)
        .some((earlier) => Math.abs(earlier.answer - answer) + tolerance <= (earlier.tolerance ?? 0));
      if (isIncluded) reportAt(path, `The mistake ${answer} is part of an earlier one.`);
    }
  },
  describeExpected: () => localized.learning.answers.expected.numeric,
  parse(_, response) {
    if (typeof response === 'number') return Number.isFinite(response) ? response : undefined;
    return isNormalizableText(response) && response.length <= MAX_NUMBER_LENGTH ? response : undefined;
  },
  grade: (key, response) => Number(isNear(toNumber(response), key)),
  getCorrectResponse: ({ answer }) => answer,
  findMistake: ({ mistakes }, response) => mistakes?.find((mistake) => isNear(toNumber(response), mistake)),
  format({ unit }, response, locale) {
    const number =
      typeof response === 'number'
        ? response.toLocaleString(toLanguage(locale), { maximumFractionDigits: 6 }).replace('-', '−')
        : response;
    return [number, unit ? localize(unit, locale).text : ''].filter(Boolean).join(' ');
  },
  serialize: ({ unit, negative = false }, view) => ({ unit: unit ? view.text(unit) : null, negative }),
  preview({ unit }, view, { answer, tolerance = 0 }) {
    return html`<p class="right">${answer}${tolerance === 0 ? '' : ` ± ${tolerance}`} ${unit ? view.text(unit) : ''}</p>`;
  },
};

/**
 * Whether a number differs from the answer by at most the tolerance. Allows for rounding: a tolerance of 0.1 around 0.3 includes
 * 0.4, although 0.4 - 0.3 is slightly more than 0.1 in floating point.
 */
function isNear(
  value: number | undefined,
  { answer, tolerance = 0 }: { readonly answer: number; readonly tolerance?: number },
): boolean {
  if (value === undefined || !Number.isFinite(value)) return false;
  const roundingError = 4 * Number.EPSILON * Math.max(Math.abs(answer), Math.abs(value));
  return Math.abs(value - answer) <= tolerance + roundingError;
}

function toNumber(response: unknown): number | undefined {
  if (typeof response === 'string') return parseNumber(response);
  return typeof response === 'number' ? response : undefined;
}

/**
 * Parses a number as people write it: with a decimal comma or point, a hyphen, minus sign or dash before it, and spaces between
 * thousands (gap 35). Returns undefined for any other text.
 */
function parseNumber(text: string): number | undefined {
  const normalized = text
    .trim()
    .replace(/^[−–]/, '-')
    .replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '');
  if (!/^[+-]?\s?(\d+([.,]\d*)?|[.,]\d+)$/.test(normalized)) return undefined;
  return Number(normalized.replace(/\s/, '').replace(',', '.'));
}
