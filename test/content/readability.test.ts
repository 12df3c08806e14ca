import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../../src/core/text/languages.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { listTaskTexts, measureReadability } from '../support/content/readability.ts';

// Children read the texts of the packs themselves or listen to them, so sentences must be short and long words rare.
// `npx node scripts/measure-readability.ts` prints these measurements.

const content = loadAllPacks();
/**
 * The highest LIX (a readability index) that texts of each language may have. Spanish words are longer than English
 * words. Ukrainian and Polish words are the longest, and these languages have no articles.
 */
const MAX_LIX: Readonly<Record<Language, number>> = { en: 20, es: 28, uk: 35, pl: 35 };
const MAX_MEAN_SENTENCE_WORDS = 7;
const MAX_SENTENCE_WORDS = 28;
/** The limit for worlds that five-year-olds can start. */
const MAX_BEGINNER_SENTENCE_WORDS = 18;

test('texts stay below the readability limits for each world, difficulty and language', () => {
  for (const world of content.worlds.values()) {
    for (const language of world.languages as Language[]) {
      for (const difficulty of [1, 2, 3, 4, 5] as const) {
        const texts = listTaskTexts(content, world, difficulty, language);
        const { wordsPerSentence, lix, longestSentenceWords } = measureReadability(texts);
        const label = `${world.id} ${language} ${difficulty}: LIX ${lix}, ${wordsPerSentence} words per sentence`;
        assert.ok(
          texts.length === 0 || (wordsPerSentence <= MAX_MEAN_SENTENCE_WORDS && lix <= MAX_LIX[language]),
          label,
        );
        assert.ok(longestSentenceWords.length <= MAX_SENTENCE_WORDS, longestSentenceWords.join(' '));
      }
    }
  }
});

test('sentences for five-year-old beginners are short', () => {
  for (const world of [...content.worlds.values()].filter(({ age_min }) => age_min <= 5)) {
    for (const language of world.languages) {
      const { longestSentenceWords } = measureReadability(listTaskTexts(content, world, 1, language));
      assert.ok(
        longestSentenceWords.length <= MAX_BEGINNER_SENTENCE_WORDS,
        `${world.id} ${language}: ${longestSentenceWords.join(' ')}`,
      );
    }
  }
});
