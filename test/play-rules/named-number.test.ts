import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { asksForNamedNumber } from '../../clients/play/src/rules/named-number.ts';
import { loadAllPacks } from '../support/content/packs.ts';

it('the cards of a question that says the name of a number are not read aloud, in each language', () => {
  const { generators, tasks } = loadAllPacks();
  const found = new Set<string>();
  for (const language of ['en', 'es', 'pl', 'uk']) {
    const file = `clients/play/locales/${language}/play.json`;
    const { 'item.numberNames': numberNames } = JSON.parse(readFileSync(file, 'utf8'));
    for (const { id: taskId, items, pre_reader } of tasks.values()) {
      for (const item of items) {
        const generator = generators.get(taskId)?.get(item.id);
        const drawn = generator ? generator.createItem(generator.draw('names', undefined), [language]).item : item;
        if (!pre_reader || drawn.kind !== 'single_choice') continue;
        const options = drawn.options.map(({ id, text }) => ({ id, text: text[language] ?? '' }));
        const sent = { kind: drawn.kind, prompt: drawn.prompt[language] ?? '', options } as never;
        if (asksForNamedNumber(sent, numberNames)) found.add(`${taskId}/${item.id} ${language}`);
      }
    }
  }
  const expected = [
    'duck-count-to-ten/hear-to-ten',
    'duck-count-to-twenty/hear-to-twenty',
    'duck-number-names/hear-a-number',
    'duck-number-names/hear-another-number',
    'duck-ten-and-some/teen-names',
  ].flatMap((path) => ['en', 'es', 'pl', 'uk'].map((language) => `${path} ${language}`));
  assert.deepEqual([...found].sort(), expected);
});
