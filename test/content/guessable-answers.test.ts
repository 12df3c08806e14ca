import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type Language } from '../../src/core/text/languages.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// A child who always chooses the longest option must not do better than by chance. The position of an option reveals
// nothing either, because options are shuffled for each attempt; see learning/grading/shuffle.test.ts.

const { tasks, keys } = loadAllPacks();
const MUCH_LONGER = { factor: 1.3, letters: 6 };

for (const language of LANGUAGES) {
  const choices = measureOptions(language);

  test(`the longest option is not correct more often than by chance (${language})`, () => {
    const longestCorrectCount = choices.filter(
      ({ correctLength, wrongLengths }) => correctLength > Math.max(...wrongLengths),
    ).length;
    const expectedCount = choices.reduce((sum, { wrongLengths }) => sum + 1 / (wrongLengths.length + 1), 0);
    assert.ok(choices.length > 100);
    assert.ok(
      longestCorrectCount <= expectedCount * 1.1,
      `${longestCorrectCount} of ${choices.length}, by chance ${Math.round(expectedCount)}`,
    );
  });

  test(`the correct option is rarely much longer than the others (${language})`, () => {
    const choicesWithLongAnswer = choices.filter(({ correctLength, wrongLengths }) => {
      const longestWrongLength = Math.max(...wrongLengths);
      return (
        correctLength >= longestWrongLength * MUCH_LONGER.factor &&
        correctLength >= longestWrongLength + MUCH_LONGER.letters
      );
    });
    const places = choicesWithLongAnswer.map(({ place }) => place).join(' ');
    assert.ok(
      choicesWithLongAnswer.length <= choices.length * 0.05,
      `${choicesWithLongAnswer.length} of ${choices.length}: ${places}`,
    );
  });
}

/** The lengths of the options of each single-choice item. */
function measureOptions(language: Language): { place: string; correctLength: number; wrongLengths: number[] }[] {
  return [...tasks.values()].flatMap((task) =>
    task.items.flatMap((item) => {
      const key = keys.get(task.id)?.items.get(item.id);
      if (item.kind !== 'single_choice' || key?.kind !== 'single_choice') return [];
      if (item.options.some(({ text }) => !text[language])) return [];
      const listLengths = (isCorrect: boolean) =>
        item.options
          .filter(({ id }) => (id === key.answer) === isCorrect)
          .map(({ text }) => text[language]?.length ?? 0);
      const [correctLength = 0] = listLengths(true);
      return [{ place: `${task.id}/${item.id}`, correctLength, wrongLengths: listLengths(false) }];
    }),
  );
}
