import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, countDaysBetween } from '../../../core/time/days.ts';
import type { Memory } from './scheduler.ts';
import { type FirstAnswer, updateMemories } from './update-memories.ts';

const DAY = '2026-03-01';

function createAnswer(score: number, more: Partial<FirstAnswer> = {}): FirstAnswer {
  return { skills: ['sums'], itemSubject: 'task/item', score, difficulty: 1, guessChance: 0, ...more };
}

/** Answers on days after the first one. Each review starts from the memories that the review before it left. */
function simulateReviews(steps: readonly (readonly [day: number, score: number])[], pace = 1) {
  let result: { memories: readonly Memory[]; pace: number } = { memories: [], pace };
  for (const [day, score] of steps)
    result = updateMemories(result.memories, [createAnswer(score)], { today: addDays(DAY, day), pace: result.pace });
  const [skill] = result.memories;
  assert.ok(skill);
  return { skill, interval: countDaysBetween(skill.reviewed_on, skill.due_on), pace: result.pace };
}

test('a skill that is known each time comes back after longer and longer intervals', () => {
  const first = simulateReviews([[0, 1]]).interval;
  const second = simulateReviews([
    [0, 1],
    [first, 1],
  ]).interval;
  const third = simulateReviews([
    [0, 1],
    [first, 1],
    [first + second, 1],
  ]);
  assert.ok(first >= 1 && second > 2 * first && third.interval > 2 * second, `${first}, ${second}, ${third.interval}`);
  assert.equal(third.skill.in_row, 2);
});

test('a skill that was missed comes back on the next day, and the proven gap is halved', () => {
  const { skill, interval } = simulateReviews([
    [0, 1],
    [10, 1],
    [20, 0],
  ]);
  assert.deepEqual(
    { interval, proven: skill.proven_days, in_row: skill.in_row },
    { interval: 1, proven: 5, in_row: 0 },
  );
});

test('a second attempt on the same day changes the ability but not the schedule', () => {
  const once = simulateReviews([[0, 0]]).skill;
  const twice = simulateReviews([
    [0, 0],
    [0, 1],
  ]).skill;
  assert.deepEqual({ ...twice, ability: 0, asked: 1 }, { ...once, ability: 0 });
  assert.ok(twice.ability > once.ability);
  assert.equal(twice.asked, 2);
});

test('a day before the last review, in another time zone, counts as the same day', () => {
  const { skill } = simulateReviews([
    [1, 1],
    [0, 1],
  ]);
  assert.equal(skill.reviewed_on, addDays(DAY, 1));
});

test('the pace falls when a child has forgotten more than expected and rises when it has forgotten less', () => {
  const learned = [
    [0, 1],
    [3, 1],
  ] as const;
  const { pace } = simulateReviews(learned);
  assert.ok(simulateReviews([...learned, [8, 0]]).pace < pace);
  assert.ok(simulateReviews([...learned, [60, 1]]).pace > pace);
  assert.equal(simulateReviews([[0, 0]]).pace, 1, 'the first answer to a skill tells nothing about forgetting');
});

test('a slow pace shortens the intervals', () => {
  assert.ok(simulateReviews([[0, 1]], 0.5).interval < simulateReviews([[0, 1]], 2).interval);
});

test('the pace stays between 0.1 and 2', () => {
  const { skill } = simulateReviews([[0, 1]]);
  const updatePace = (score: number, pace: number) =>
    updateMemories([skill], [createAnswer(score)], { today: addDays(DAY, 40), pace }).pace;
  assert.equal(updatePace(0, 0.1), 0.1);
  assert.equal(updatePace(1, 2), 2);
});

test('an item has a memory of its own once it was missed, and keeps it', () => {
  const missed = updateMemories([], [createAnswer(0), createAnswer(1, { itemSubject: 'task/other' })], {
    today: DAY,
    pace: 1,
  }).memories;
  assert.deepEqual(
    missed.map(({ subject }) => subject),
    ['sums', 'task/item'],
  );
  const known = updateMemories(missed, [createAnswer(1)], { today: addDays(DAY, 1), pace: 1 }).memories;
  assert.equal(known.find(({ subject }) => subject === 'task/item')?.reviewed_on, addDays(DAY, 1));
});

test('a task with two skills changes the pace once', () => {
  const first = updateMemories([], [createAnswer(1, { skills: ['sums', 'money'] })], { today: DAY, pace: 1 }).memories;
  const day = { today: addDays(DAY, 9), pace: 1 };
  const both = updateMemories(first, [createAnswer(0, { skills: ['sums', 'money'] })], day).pace;
  const one = updateMemories(first, [createAnswer(0)], day).pace;
  assert.ok(Math.abs(both - one) < 1e-9);
});
