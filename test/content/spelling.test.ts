import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import {
  containsWord,
  listPackTexts,
  readConfirmedWords,
  readCustomWords,
  splitIntoWords,
} from '../support/content/pack-words.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// Every word of the packs must be in one of the word lists that scripts/check-spelling.ts explains (decision 0017).

const content = loadAllPacks();
/** Words that may occur twice in a row, such as “million million”, “off, off” for two lamps that are off, and the Polish “to to”. */
const ALLOWED_DOUBLES = ['no', 'million', 'off', 'apagada', 'мільйонів', 'milionów', 'to', 'ні', 'nie'];

for (const language of LANGUAGES) {
  const texts = listPackTexts(content, language);

  test(`every word is in a word list (${language})`, () => {
    const confirmedWords = readConfirmedWords(language);
    const customWords = readCustomWords(language);
    const unknownWords = texts.flatMap((text) =>
      splitIntoWords(text)
        .filter((word) => !containsWord(confirmedWords, word) && !containsWord(customWords, word))
        .map((word) => `${word}: ${text}`),
    );
    assert.deepEqual(unknownWords, [], 'look the word up as scripts/check-spelling.ts explains, or correct the text');
  });

  test(`no doubled words, misplaced punctuation, straight apostrophes or mixed scripts (${language})`, () => {
    for (const text of texts) {
      const doubledWord = /(?<![\p{L}-])(\p{L}{2,}) \1(?![\p{L}-])/iu.exec(text)?.[1];
      assert.ok(doubledWord === undefined || ALLOWED_DOUBLES.includes(doubledWord), text);
      // A space may precede a punctuation mark only after its name, such as “stop”.
      assert.doesNotMatch(text, / {2}|^\s|\s$|"|\.\.\.|(?<=\p{L})(?<!mark|stop|punto) [,.;:!?](?=\s|$)/u, text);
      assert.doesNotMatch(text, /(?<=\p{L})'(?=\p{L})/u, text);
      assert.doesNotMatch(text, /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/u, text);
    }
  });
}

test('Spanish questions and exclamations have opening marks', () => {
  for (const text of listPackTexts(content, 'es')) {
    assert.ok(countMatches(text, /[\p{L}\d][»)]?\?/gu) <= countMatches(text, /¿/g), text);
    assert.equal(countMatches(text, /!/g), countMatches(text, /¡/g), text);
  }
});

test('English and Polish percentages have no space, Spanish and Ukrainian ones have one', () => {
  for (const language of LANGUAGES) {
    const wrongPercentage = ['en', 'pl'].includes(language) ? /\d\s%/u : /\d%/u;
    for (const text of listPackTexts(content, language)) assert.doesNotMatch(text, wrongPercentage, text);
  }
});

test('each language multiplies and divides with its own signs, and no text has a star', () => {
  for (const language of LANGUAGES) {
    const wrongSign = ['en', 'es'].includes(language) ? /\d · \d|\d : \d+ =|\*/u : /\d [×÷] \d|\*/u;
    for (const text of listPackTexts(content, language)) assert.doesNotMatch(text, wrongSign, text);
  }
});

test('every word in the custom word lists is used', () => {
  const usedWords = new Set(LANGUAGES.flatMap((language) => listPackTexts(content, language).flatMap(splitIntoWords)));
  const usedLowerCaseWords = new Set([...usedWords].map((word) => word.toLowerCase()));
  for (const language of LANGUAGES) {
    const unusedWords = [...readCustomWords(language)].filter(
      (word) => !usedWords.has(word) && !usedLowerCaseWords.has(word.toLowerCase()),
    );
    assert.deepEqual(unusedWords, [], language);
  }
});

function countMatches(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
