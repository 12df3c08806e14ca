import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type Language } from '../../src/core/text/languages.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// A child who always takes the longest option must not do better than by chance. The position of an option reveals
// nothing either, because options are shuffled for each attempt; see learning/grading/shuffle.test.ts.

const { tasks, keys } = loadAllPacks();
const MUCH_LONGER = { factor: 1.3, letters: 6 };

for (const language of LANGUAGES) {
  const choices = measureOptions(language);

  test(`the longest option is not correct more often than by chance (${language})`, () => {
    const longest = choices.filter(({ right, wrong }) => right > Math.max(...wrong)).length;
    const byChance = choices.reduce((sum, { wrong }) => sum + 1 / (wrong.length + 1), 0);
    assert.ok(choices.length > 100);
    assert.ok(longest <= byChance * 1.1, `${longest} of ${choices.length}, by chance ${Math.round(byChance)}`);
  });

  test(`the correct option is rarely much longer than the others (${language})`, () => {
    const conspicuous = choices.filter(({ right, wrong }) => {
      const longestWrong = Math.max(...wrong);
      return right >= longestWrong * MUCH_LONGER.factor && right >= longestWrong + MUCH_LONGER.letters;
    });
    const places = conspicuous.map(({ place }) => place).join(' ');
    assert.ok(conspicuous.length <= choices.length * 0.05, `${conspicuous.length} of ${choices.length}: ${places}`);
  });
}

/** The lengths of the options of each single-choice item. */
function measureOptions(language: Language): { place: string; right: number; wrong: number[] }[] {
  return [...tasks.values()].flatMap((task) =>
    task.items.flatMap((item) => {
      const key = keys.get(task.id)?.items.get(item.id);
      if (item.kind !== 'single_choice' || key?.kind !== 'single_choice') return [];
      if (item.options.some(({ text }) => !text[language])) return [];
      const listLengths = (isRight: boolean) =>
        item.options.filter(({ id }) => (id === key.answer) === isRight).map(({ text }) => text[language]?.length ?? 0);
      const [right = 0] = listLengths(true);
      return [{ place: `${task.id}/${item.id}`, right, wrong: listLengths(false) }];
    }),
  );
}
