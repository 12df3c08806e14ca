import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePraise } from '../../clients/play/src/rules/praise.ts';

const isRecorded = () => false;
const praiseTimes = (count: number, streak: number) =>
  Array.from({ length: count }, (_, praisedCount) => choosePraise({ praisedCount, streak, isRecorded }));

test('a child hears seven phrases before one is repeated', () => {
  assert.equal(new Set(praiseTimes(7, 1)).size, 7);
  assert.equal(praiseTimes(8, 1)[7], 'praise.yes');
});

test('a mended mistake and right answers in a row are praised as such', () => {
  assert.deepEqual(praiseTimes(3, 0), ['praise.found', 'praise.now', 'praise.keptTrying']);
  assert.deepEqual(
    [3, 5].map((streak) => choosePraise({ praisedCount: 0, streak, isRecorded })),
    ['praise.three', 'praise.five'],
  );
});

test('a recorded phrase goes before one that nobody has recorded', () => {
  const choose = (streak: number, ...recorded: string[]) =>
    choosePraise({ praisedCount: 0, streak, isRecorded: (key) => recorded.includes(key) });
  assert.equal(choose(1, 'praise.wellDone'), 'praise.wellDone');
  assert.equal(choose(0, 'praise.wellDone'), 'praise.wellDone');
  assert.equal(choose(3, 'praise.wellDone', 'praise.three'), 'praise.three');
  assert.equal(choose(0, 'praise.three'), 'praise.found');
});
