import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeMastery } from './memory.ts';

const computeMasteryAfter = (proven_days: number, in_row = 2) => computeMastery({ proven_days, in_row });

test('a skill is new until it is first practiced, and then growing', () => {
  assert.equal(computeMastery(undefined), 'new');
  assert.equal(computeMasteryAfter(0, 0), 'growing');
  assert.equal(computeMasteryAfter(3, 9), 'growing');
});

test('a skill is steady when the child still knew it after four days without practice', () => {
  assert.equal(computeMasteryAfter(4, 0), 'steady');
  assert.equal(computeMasteryAfter(13), 'steady');
});

test('a skill is mastered after fourteen days with two good reviews in a row, and otherwise steady', () => {
  assert.equal(computeMasteryAfter(14), 'mastered');
  assert.equal(computeMasteryAfter(14, 1), 'steady');
});
