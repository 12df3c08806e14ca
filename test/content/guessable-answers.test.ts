import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type Language } from '../../src/core/text/languages.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// A child who always chooses the longest option must not do better than by chance. The positions of options need no test
// here, because the service shuffles them for each attempt.

const { tasks, taskKeys } = loadAllPacks();
/** A much longer option is longer by this factor and by this number of letters. */
const MUCH_LONGER = { factor: 1.3, letters: 6 };

for (const language of LANGUAGES) {
  const items = measureOptionLengths(language);

  test(`the longest option is not correct more often than by chance (${language})`, () => {
    const longestCorrectCount = items.filter(
      ({ correctLength, wrongLengths }) => correctLength > Math.max(...wrongLengths),
    ).length;
    const expectedCount = items.reduce((sum, { wrongLengths }) => sum + 1 / (wrongLengths.length + 1), 0);
    assert.ok(items.length > 100);
    assert.ok(
      longestCorrectCount <= expectedCount * 1.1, // at most 10 % above chance
      `${longestCorrectCount} of ${items.length}, by chance ${Math.round(expectedCount)}`,
    );
  });

  test(`the correct option is rarely much longer than the others (${language})`, () => {
    const itemsWithLongAnswer = items.filter(({ correctLength, wrongLengths }) => {
      const longestWrongLength = Math.max(...wrongLengths);
      return (
        correctLength >= longestWrongLength * MUCH_LONGER.factor &&
        correctLength >= longestWrongLength + MUCH_LONGER.letters
      );
    });
    const itemPaths = itemsWithLongAnswer.map(({ itemPath }) => itemPath).join(' ');
    assert.ok(
      itemsWithLongAnswer.length <= items.length * 0.05,
      `${itemsWithLongAnswer.length} of ${items.length}: ${itemPaths}`,
    );
  });
}

/** The lengths of the options of each single-choice item that has texts in the language. */
function measureOptionLengths(
  language: Language,
): { itemPath: string; correctLength: number; wrongLengths: number[] }[] {
  return [...tasks.values()].flatMap((task) =>
    task.items.flatMap((item) => {
      const key = taskKeys.get(task.id)?.itemKeys.get(item.id);
      if (item.kind !== 'single_choice' || key?.kind !== 'single_choice') return [];
      if (item.options.some(({ text }) => !text[language])) return [];
      const listLengths = (isCorrect: boolean) =>
        item.options
          .filter(({ id }) => (id === key.answer) === isCorrect)
          .map(({ text }) => text[language]?.length ?? 0);
      const [correctLength = 0] = listLengths(true);
      return [{ itemPath: `${task.id}/${item.id}`, correctLength, wrongLengths: listLengths(false) }];
    }),
  );
}
