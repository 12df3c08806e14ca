import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import type { Item, Task } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import { type Answer, mergeAnswers, validateAnswers } from './sent-answers.ts';

const { tasks } = loadAllPacks();
const sumsTask = getTask('first-sums');
const readingTask = getTask('bundles-of-ten');

function getTask(id: string): Task {
  const task = tasks.get(id);
  assert.ok(task);
  return task;
}

/** The fields that the error reports. */
function listInvalidFields(task: Task, answers: readonly Answer[]): string[] {
  let fields: string[] = [];
  assert.throws(
    () => validateAnswers(task, answers),
    (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'VALIDATION_ERROR');
      for (const text of Object.values(error.text)) assert.ok(text.length > 10 && !text.includes('undefined'), text);
      fields = error.details.fields ?? [];
      return true;
    },
  );
  return fields;
}

test('validateAnswers returns the responses by item id, with null for a missing response', () => {
  const answers = [
    { item_id: 'eight-in-letters', response: 'eight' },
    { item_id: 'seven-and-five' },
    { item_id: 'nine-and-six', response: '15' },
    { item_id: 'even-eight', response: null },
  ];
  assert.deepEqual(
    [...validateAnswers(sumsTask, answers)],
    [
      ['eight-in-letters', 'eight'],
      ['seven-and-five', null],
      ['nine-and-six', '15'],
      ['even-eight', null],
    ],
  );
  assert.equal(validateAnswers(sumsTask, []).size, 0);
});

test('an info item is accepted among the answers only without a response', () => {
  assert.equal(
    validateAnswers(readingTask, [{ item_id: 'ten-sticks' }, { item_id: 'thirty-four', response: null }]).size,
    0,
  );
  assert.deepEqual(listInvalidFields(readingTask, [{ item_id: 'ten-sticks', response: 'read' }]), [
    'answers.0.response',
  ]);
});

test('validateAnswers reports all invalid fields in one error', () => {
  const answers = [
    { item_id: 'seven-and-five', response: 12 },
    { item_id: 'no-such-item', response: 12 },
    { item_id: 'even-eight', response: 'whatever' }, // valid: any text can be the id of an option
    { item_id: 'seven-and-five', response: 'twelve' },
  ];
  assert.deepEqual(listInvalidFields(sumsTask, answers), [
    'answers.0.response',
    'answers.1.item_id',
    'answers.3.item_id',
  ]);
  assert.deepEqual(listInvalidFields(sumsTask, [{ item_id: '__proto__' }]), ['answers.0.item_id']);
});

test('more answers than items are refused', () => {
  const tooManyAnswers = Array.from({ length: 5000 }, () => ({ item_id: 'seven-and-five' }));
  assert.deepEqual(listInvalidFields(sumsTask, tooManyAnswers), ['answers']);
});

for (const [kind, response, expected] of [
  ['single_choice', 1, 'must be the id of an option'],
  ['true_false', true, 'must be the id of an option'],
  ['multiple_choice', 'a', 'must be an array of option ids'],
  ['fill_in', ['word'], 'must be text of at most'],
  ['numeric', { value: 1 }, 'must be a number'],
  ['matching', ['a', 'b'], 'must be an object that gives each left option'],
  ['sequencing', { first: 'a' }, 'must be an array of all option ids in order'],
  ['categorize', 'a', 'must be an object that gives each option'],
  ['hotspot', { x: 2, y: 0 }, 'must be an object with x and y'],
] as const)
  test(`a response of the wrong type to an item of the kind ${kind} is refused with a description of the expected type`, () => {
    const task = [...tasks.values()].find(({ items }) => items.some((item) => item.kind === kind));
    const item = task?.items.find((candidate) => candidate.kind === kind);
    assert.ok(task && item);
    const validate = () => validateAnswers(task, [{ item_id: item.id, response }]);
    assert.throws(validate, (error) => error instanceof ApiError && error.text.en.includes(expected));
  });

const prompt = { en: '?', es: '?', uk: '?', pl: '?' };
const itemFields = { prompt, media: [], points: 1, hints_available: 0 };
const pondItems: Item[] = [
  { ...itemFields, id: 'frog', kind: 'hotspot', image: 'pond' },
  { ...itemFields, id: 'sum', kind: 'numeric' },
];
const pondTask = { items: pondItems } as unknown as Task; // mergeAnswers reads nothing else
const toResponses = (responses: object) => new Map(Object.entries(responses));

test('new answers replace saved ones, and null removes them', () => {
  const savedAnswers = [
    { item_id: 'sum', response: 7 },
    { item_id: 'frog', response: { x: 0.1, y: 0.2 } },
  ];
  assert.deepEqual(mergeAnswers(pondTask, savedAnswers, toResponses({ sum: 8 })), [
    savedAnswers[1],
    { item_id: 'sum', response: 8 },
  ]);
  assert.deepEqual(mergeAnswers(pondTask, savedAnswers, toResponses({ frog: null })), [savedAnswers[0]]);
});

test('saved answers that no longer match the item are dropped', () => {
  assert.deepEqual(mergeAnswers(pondTask, [{ item_id: 'frog', response: 'b' }], toResponses({})), []);
});

test('only the coordinates of an answer to a hotspot are stored', () => {
  const response = { x: 0.5, y: 0.5, drawing: 'x'.repeat(100_000), z: [[[[]]]] };
  assert.deepEqual(mergeAnswers(pondTask, [], toResponses({ frog: response })), [
    { item_id: 'frog', response: { x: 0.5, y: 0.5 } },
  ]);
});

test('an attempt stores at most 16 KB of answers', () => {
  const createTextItem = (id: string): Item => ({ ...itemFields, id, kind: 'fill_in', max_length: 200 });
  const longTask = { items: Array.from({ length: 21 }, (_, i) => createTextItem(`item ${i + 10}`)) } as unknown as Task;
  const savedAnswers = longTask.items.map(({ id }) => ({ item_id: id, response: '🦊'.repeat(190) }));
  const maxLastAnswerBytes =
    QUOTAS.answerBytes - Buffer.byteLength(JSON.stringify(savedAnswers)) + Buffer.byteLength('🦊'.repeat(190));
  // An answer to the last item.
  const createAnswerOfBytes = (bytes: number) =>
    toResponses({ 'item 30': `${'🦊'.repeat(Math.floor(bytes / 4))}${'x'.repeat(bytes % 4)}` });
  assert.equal(
    Buffer.byteLength(JSON.stringify(mergeAnswers(longTask, savedAnswers, createAnswerOfBytes(maxLastAnswerBytes)))),
    QUOTAS.answerBytes,
  );
  assert.throws(() => mergeAnswers(longTask, savedAnswers, createAnswerOfBytes(maxLastAnswerBytes + 1)), /16 KB/);
});
