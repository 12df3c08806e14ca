import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item, Task } from '../../../../content/index.ts';
import { QUOTAS } from '../../../../core/quotas.ts';
import { mergeAnswers } from './merge-answers.ts';

const prompt = { en: '?', es: '?', uk: '?', pl: '?' };
const itemFields = { prompt, media: [], points: 1, hints_available: 0 };
const items: Item[] = [
  { ...itemFields, id: 'frog', kind: 'hotspot', image: 'pond' },
  { ...itemFields, id: 'sum', kind: 'numeric' },
];
const task = { items } as unknown as Task; // mergeAnswers reads nothing else
const toResponses = (responses: object) => new Map(Object.entries(responses));

test('new answers replace saved ones, and null removes them', () => {
  const savedAnswers = [
    { item_id: 'sum', response: 7 },
    { item_id: 'frog', response: { x: 0.1, y: 0.2 } },
  ];
  assert.deepEqual(mergeAnswers(task, savedAnswers, toResponses({ sum: 8 })), [
    savedAnswers[1],
    { item_id: 'sum', response: 8 },
  ]);
  assert.deepEqual(mergeAnswers(task, savedAnswers, toResponses({ frog: null })), [savedAnswers[0]]);
});

test('saved answers that no longer match the item are dropped', () => {
  assert.deepEqual(mergeAnswers(task, [{ item_id: 'frog', response: 'b' }], toResponses({})), []);
});

test('only the coordinates of an answer to a hotspot are stored', () => {
  const response = { x: 0.5, y: 0.5, drawing: 'x'.repeat(100_000), z: [[[[]]]] };
  assert.deepEqual(mergeAnswers(task, [], toResponses({ frog: response })), [
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
