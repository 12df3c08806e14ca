import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countDaysBetween } from '../../../core/time/days.ts';
import { computeMastery, type Memory, scheduleReview } from './memory.ts';

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

test('a mastered skill that is easy is checked every 60 to 120 days, until a check shows that it was forgotten', () => {
  const create = (change: Partial<Memory>): Memory => ({
    ...{ subject: 'sums', stability: 20, difficulty: 5, reviewed_on: '2026-03-01', due_on: '2026-03-21' },
    ...{ proven_days: 14, in_row: 1, ability: 0, asked: 9, ...change },
  });
  const cases: [string, Partial<Memory>, { score: number; isEasy: boolean }, (days: number) => boolean][] = [
    ['mastered and easy', {}, { score: 1, isEasy: true }, (days) => days === 60],
    ['known for very long', { stability: 400 }, { score: 1, isEasy: true }, (days) => days === 120],
    ['mastered, and harder items exist', {}, { score: 1, isEasy: false }, (days) => days > 20 && days < 60],
    ['easy, not yet mastered', { in_row: 0 }, { score: 1, isEasy: true }, (days) => days > 20 && days < 60],
    ['some answers were wrong', {}, { score: 0.7, isEasy: true }, (days) => days > 1 && days < 60],
    ['forgotten', {}, { score: 0, isEasy: true }, (days) => days === 1],
  ];
  for (const [label, change, answers, isExpected] of cases) {
    const { due_on, reviewed_on } = scheduleReview(create(change), answers, { today: '2026-03-21', pace: 1 });
    const days = countDaysBetween(reviewed_on, due_on);
    assert.ok(isExpected(days), `${label}: ${days} days`);
  }
});
