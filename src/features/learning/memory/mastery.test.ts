import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeMastery } from './mastery.ts';

const computeLevel = (proven_days: number, in_row = 2, ability = 0) => computeMastery({ proven_days, in_row, ability });

test('a skill is new until it is first practised, and then growing', () => {
  assert.equal(computeMastery(undefined), 'new');
  assert.equal(computeLevel(0, 0), 'growing');
  assert.equal(computeLevel(3, 9, 3), 'growing');
});

test('a skill is steady when the child knew it after four days without practice', () => {
  assert.equal(computeLevel(4, 0, -2), 'steady');
  assert.equal(computeLevel(13), 'steady');
});

test('a skill is mastered after fourteen days, two reviews in a row and enough ability, and steady without one of these', () => {
  assert.equal(computeLevel(14), 'mastered');
  assert.equal(computeLevel(14, 1), 'steady');
  assert.equal(computeLevel(14, 2, -0.1), 'steady');
});
