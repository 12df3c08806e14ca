import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerKey, StaticItem } from '../kinds/index.ts';
import { findItemProblems, findKeyProblems } from './check-pre-reader.ts';

const toMultilingualText = (text: string) => ({ en: text });
const listProblems = (item: StaticItem) =>
  findItemProblems(item, ['en']).map(({ path, message }) => `${path.join('.')}: ${message}`);

/** Creates an item with options that have these texts. */
function createItemWithOptions(
  prompt: string,
  options: readonly string[],
  kind: 'single_choice' | 'sequencing' = 'single_choice',
) {
  return {
    id: 'item',
    kind,
    prompt: toMultilingualText(prompt),
    options: options.map((text, i) => ({ id: `o${i}`, text: toMultilingualText(text) })),
  };
}

test('an item with short texts that can be read aloud is accepted', () => {
  assert.deepEqual(listProblems(createItemWithOptions('Which word rhymes with “cat”?', ['cup', 'hat', 'a dog …'])), []);
});

test('items that require typing are rejected', () => {
  assert.match(
    listProblems({ id: 'sum', kind: 'numeric', prompt: toMultilingualText('How much?') }).join(),
    /kind: .*does not type/,
  );
  assert.match(
    listProblems({ id: 'word', kind: 'fill_in', prompt: toMultilingualText('Which?') }).join(),
    /kind: .*does not type/,
  );
});

test('symbols, gaps, times and long sounds need a spoken form', () => {
  for (const text of [
    '6 + 2',
    '5 − 1',
    'fro _',
    'The … swims',
    'It is 4:30',
    '10-3',
    'It ends in -at',
    'Say mmm',
    '→ ↑',
  ])
    assert.match(listProblems(createItemWithOptions(text, ['one', 'two'])).join(), /^prompt\.en: .*reads badly/, text);
  const spoken = {
    ...createItemWithOptions('6 + 2 = ?', ['8', '9']),
    speech: toMultilingualText('How much is six plus two?'),
  };
  assert.deepEqual(listProblems(spoken), []);
  assert.match(listProblems({ ...spoken, speech: toMultilingualText('6 + 2') }).join(), /Write the speech in words/);
});

test('texts that are too long to listen to are rejected', () => {
  const repeatWord = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  assert.deepEqual(listProblems(createItemWithOptions(repeatWord(25), ['yes', 'no'])), []);
  assert.match(
    listProblems(createItemWithOptions(repeatWord(26), ['yes', 'no'])).join(),
    /prompt has 26 words in "en".*listen to 25/,
  );
  assert.match(
    listProblems(createItemWithOptions('Which?', ['yes', repeatWord(5)])).join(),
    /^options\.1\.text\.en: .*listen to 4/,
  );
  const page: StaticItem = {
    id: 'page',
    kind: 'info',
    prompt: toMultilingualText('A page'),
    text: toMultilingualText(repeatWord(61)),
  };
  assert.match(listProblems(page).join(), /^text\.en: .*listen to 60/);
  const feedback = { right: toMultilingualText('Yes.'), wrong: toMultilingualText('5 + 3') };
  const key: AnswerKey = {
    id: 'item',
    kind: 'single_choice',
    answer: 'o0',
    hints: [toMultilingualText(repeatWord(31))],
    feedback,
  };
  const problems = findKeyProblems(key, ['en']);
  assert.deepEqual(
    problems.map(({ path }) => path.join('.')),
    ['hints.0.en', 'feedback.wrong.en'],
  );
});

test('an option that is put in order needs an image or a number, and a choice has at most four options without an image', () => {
  assert.deepEqual(listProblems(createItemWithOptions('In order?', ['3', '1', '2'], 'sequencing')), []);
  const [firstProblem, ...otherProblems] = listProblems(
    createItemWithOptions('In order?', ['dawn', 'noon'], 'sequencing'),
  );
  assert.match(firstProblem ?? '', /^options\.0: "o0" needs an image/);
  assert.equal(otherProblems.length, 1);
  assert.match(listProblems(createItemWithOptions('Which?', ['a', 'b', 'c', 'd', 'e'])).join(), /^options: 5 options/);
});
