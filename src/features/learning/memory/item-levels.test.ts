import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../../content/index.ts';
import { getDifficulty, learnItemLevel } from './item-levels.ts';

test('answers that are worse than expected make an item harder, in smaller and smaller steps, by at most one difficulty', () => {
  const learn = (answers: readonly (readonly [expected: number, score: number])[]) =>
    answers.reduce((level, answer) => learnItemLevel(level, answer), { shift: 0, answers: 0 });
  const round = (shift: number) => Math.round(100 * shift) / 100;
  const cases: [string, readonly (readonly [number, number])[], number][] = [
    ['as expected', [[0.8, 0.8]], 0],
    ['one miss', [[0.8, 0]], 0.17],
    ['one right answer', [[0.8, 1]], -0.04],
    ['half right, as expected', Array.from({ length: 40 }, (_, i) => [0.5, i % 2] as const), 0.06],
    ['always missed', Array.from({ length: 400 }, () => [0.9, 0] as const), 1],
    ['always right', Array.from({ length: 4000 }, () => [0.2, 1] as const), -1],
  ];
  for (const [label, answers, expected] of cases) {
    const level = learn(answers);
    assert.ok(Math.abs(round(level.shift) - expected) < 0.02, `${label}: ${level.shift}`);
    assert.equal(level.answers, answers.length);
  }
});

test('what was learned about an item is added to its difficulty, or to the level that is asked', () => {
  const task = { id: 'sums', difficulty: 2 } as Task;
  const content = { itemShifts: new Map([['sums/a', 0.4]]) };
  assert.equal(getDifficulty(content, task, 'a'), 2.4);
  assert.equal(getDifficulty(content, task, 'a', 4), 4.4);
  assert.equal(getDifficulty(content, task, 'b'), 2);
  assert.equal(getDifficulty({}, task, 'a'), 2);
});
