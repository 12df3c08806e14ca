import { html } from 'hono/html';
import { Type } from 'typebox';
import { countCodePoints, toNfc } from '../../core/text/normalize-text.ts';
import { localized } from '../../locales/index.ts';
import type { ReportAt } from '../files/validation-errors.ts';
import { localize } from '../format/multilingual-text.ts';
import { LOCALE_PATTERN } from '../format/pack.ts';
import {
  defineAnswerKey,
  defineMistakes,
  defineQuestion,
  isNormalizableText,
  MAX_TEXT_ANSWER_LENGTH,
  type QuestionKind,
} from './kind.ts';

type WordsByLanguage = Readonly<Record<string, readonly string[]>>;
const WordsByLanguage = Type.Unsafe<WordsByLanguage>({
  type: 'object',
  description: 'Words per language; case and spaces do not matter',
  propertyNames: { pattern: LOCALE_PATTERN },
  additionalProperties: { type: 'array', minItems: 1, items: { type: 'string', pattern: '\\S' } },
});

const schemas = {
  item: defineQuestion('fill_in', {
    max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TEXT_ANSWER_LENGTH })),
  }),
  key: defineAnswerKey('fill_in', { accepted: WordsByLanguage, mistakes: defineMistakes({ typed: WordsByLanguage }) }),
  response: Type.String({ title: 'TextAnswer', description: 'The word or text.', examples: ['lighthouse'] }),
  sent: { max_length: Type.Integer() },
};

export const fillIn: QuestionKind<typeof schemas> = {
  ...schemas,
  gesture: 'type',
  checkKey({ max_length = MAX_TEXT_ANSWER_LENGTH }, { accepted, mistakes }, reportAt) {
    for (const [language, texts] of Object.entries(accepted)) {
      for (const [i, text] of texts.entries()) {
        if (countCodePoints(text) > max_length)
          reportAt(['accepted', language, i], `"${text}" is longer than max_length ${max_length}.`);
      }
    }
    checkMistakes(accepted, mistakes, reportAt);
  },
  describeExpected: ({ max_length: max = MAX_TEXT_ANSWER_LENGTH }) =>
    localized.learning.answers.expected.fill_in({ max }),
  parse({ max_length = MAX_TEXT_ANSWER_LENGTH }, response) {
    if (!isNormalizableText(response)) return undefined;
    const text = toNfc(response, MAX_TEXT_ANSWER_LENGTH);
    return text !== undefined && countCodePoints(text) <= max_length ? response : undefined;
  },
  grade: ({ accepted }, response) => Number(includesText(accepted, response)),
  getCorrectResponse({ accepted }, { prompt }, locale) {
    return (accepted[localize(prompt, locale).language_served] ?? Object.values(accepted)[0])?.[0] ?? null;
  },
  findMistake: ({ mistakes }, response) =>
    typeof response === 'string' ? mistakes?.find(({ typed }) => includesText(typed, response)) : undefined,
  format: (_, response) => response,
  serialize: ({ max_length = MAX_TEXT_ANSWER_LENGTH }) => ({ max_length }),
  preview(_item, _view, { accepted }) {
    const entries = Object.entries(accepted).map(
      ([language, texts]) =>
        html`<li lang="${language}">${language}: <span class="right">${texts.join(' / ')}</span></li>`,
    );
    return html`<ul>${entries}</ul>`;
  },
};

function includesText(words: WordsByLanguage, text: string): boolean {
  const normalizedText = normalizeTextAnswer(text);
  return Object.values(words)
    .flat()
    .some((word) => normalizeTextAnswer(word) === normalizedText);
}

/**
 * Normalizes a text answer for comparison: NFC, trimmed, single spaces, case-insensitive. The different apostrophes that
 * keyboards produce (п'ять, п’ять, пʼять) are replaced with one of them (gap 35).
 */
function normalizeTextAnswer(text: string): string {
  const unified = toNfcOrUnchanged(text)
    .replaceAll(/['’‘ʼ`´]/g, '’')
    .replaceAll(/\s+/g, ' ');
  return toNfcOrUnchanged(unified.toUpperCase().toLowerCase()); // upper case first, so that ß equals SS and ς equals σ
}

/** Normalizes a text to NFC. A text that is too long is returned unchanged, because no accepted answer is that long. */
function toNfcOrUnchanged(text: string): string {
  return toNfc(text, MAX_TEXT_ANSWER_LENGTH) ?? text;
}

function checkMistakes(
  accepted: WordsByLanguage,
  mistakes: readonly { readonly typed: WordsByLanguage }[] = [],
  reportAt: ReportAt,
): void {
  const usedWords = new Set(Object.values(accepted).flat().map(normalizeWord));
  for (const [i, { typed }] of mistakes.entries()) {
    for (const [language, words] of Object.entries(typed)) {
      for (const [j, word] of words.entries()) {
        if (usedWords.has(normalizeWord(word)))
          reportAt(['mistakes', i, 'typed', language, j], `"${word}" is already a right answer or a mistake.`);
      }
    }
    // The words are added after all languages are checked, because a word can be the same in two languages.
    for (const word of Object.values(typed).flat()) usedWords.add(normalizeWord(word));
  }
}

function normalizeWord(word: string): string {
  return (toNfc(word, word.length) ?? word).replaceAll(/\s+/g, ' ').toLowerCase();
}
