import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, countDaysBetween } from '../../../core/time/days.ts';
import type { Memory } from './memory.ts';
import { type FirstAnswer, type MemoryContext, updateMemories as updateMemoriesWith } from './update-memories.ts';

const FIRST_DAY = '2026-03-01';

const SKILLS = new Map(['sums', 'money'].map((id) => [id, { subject: 'mathematics' }]));

/** Updates the memories of an eight-year-old. */
function updateMemories(
  memories: readonly Memory[],
  answers: readonly FirstAnswer[],
  review: Pick<MemoryContext, 'today' | 'pace'>,
) {
  return updateMemoriesWith(memories, answers, { ...review, age: 8, skills: SKILLS });
}

function createAnswer(score: number, overrides: Partial<FirstAnswer> = {}): FirstAnswer {
  return {
    itemId: 'item',
    skill: 'sums',
    itemSubject: 'task/item',
    score,
    difficulty: 1,
    guessChance: 0,
    ...overrides,
  };
}

/** Simulates one answer on each of the given days, which are counted from FIRST_DAY. */
function simulateReviews(steps: readonly (readonly [day: number, score: number])[], pace = 1) {
  let result: { memories: readonly Memory[]; pace: number } = { memories: [], pace };
  for (const [day, score] of steps)
    result = updateMemories(result.memories, [createAnswer(score)], {
      today: addDays(FIRST_DAY, day),
      pace: result.pace,
    });
  const [skill] = result.memories;
  assert.ok(skill);
  return { skill, intervalDays: countDaysBetween(skill.reviewed_on, skill.due_on), pace: result.pace };
}

test('a skill that is answered correctly each time is due again after longer and longer intervals', () => {
  const firstInterval = simulateReviews([[0, 1]]).intervalDays;
  const secondInterval = simulateReviews([
    [0, 1],
    [firstInterval, 1],
  ]).intervalDays;
  const { skill, intervalDays: thirdInterval } = simulateReviews([
    [0, 1],
    [firstInterval, 1],
    [firstInterval + secondInterval, 1],
  ]);
  assert.ok(firstInterval >= 1, `${firstInterval}`);
  assert.ok(
    secondInterval > 2 * firstInterval && thirdInterval > 2 * secondInterval,
    `${secondInterval}, ${thirdInterval}`,
  );
  assert.equal(skill.in_row, 2);
});

test('a skill that was missed is due on the next day, and the proven days are halved', () => {
  const { skill, intervalDays } = simulateReviews([
    [0, 1],
    [10, 1],
    [20, 0],
  ]);
  assert.deepEqual(
    { intervalDays, proven: skill.proven_days, in_row: skill.in_row },
    { intervalDays: 1, proven: 5, in_row: 0 },
  );
});

test('a second attempt on the same day changes the ability but not the schedule', () => {
  const afterOneAttempt = simulateReviews([[0, 0]]).skill;
  const afterTwoAttempts = simulateReviews([
    [0, 0],
    [0, 1],
  ]).skill;
  assert.deepEqual({ ...afterTwoAttempts, ability: 0, asked: 1 }, { ...afterOneAttempt, ability: 0 });
  assert.ok(afterTwoAttempts.ability > afterOneAttempt.ability);
  assert.equal(afterTwoAttempts.asked, 2);
});

test('a day before the last review, in another time zone, counts as the same day', () => {
  const { skill } = simulateReviews([
    [1, 1],
    [0, 1],
  ]);
  assert.equal(skill.reviewed_on, addDays(FIRST_DAY, 1));
});

test('the pace falls when a child has forgotten more than expected and rises when the child has forgotten less', () => {
  const steps = [
    [0, 1],
    [3, 1],
  ] as const;
  const { pace } = simulateReviews(steps);
  assert.ok(simulateReviews([...steps, [8, 0]]).pace < pace);
  assert.ok(simulateReviews([...steps, [60, 1]]).pace > pace);
  assert.equal(simulateReviews([[0, 0]]).pace, 1, 'the first answer about a skill shows nothing about forgetting');
});

test('a low pace shortens the intervals', () => {
  assert.ok(simulateReviews([[0, 1]], 0.5).intervalDays < simulateReviews([[0, 1]], 2).intervalDays);
});

test('the pace stays between 0.1 and 2', () => {
  const { skill } = simulateReviews([[0, 1]]);
  const updatePace = (score: number, pace: number) =>
    updateMemories([skill], [createAnswer(score)], { today: addDays(FIRST_DAY, 40), pace }).pace;
  assert.equal(updatePace(0, 0.1), 0.1);
  assert.equal(updatePace(1, 2), 2);
});

test('an item has a memory only after it was missed, and keeps it after a correct answer', () => {
  const memories = updateMemories([], [createAnswer(0), createAnswer(1, { itemSubject: 'task/other' })], {
    today: FIRST_DAY,
    pace: 1,
  }).memories;
  assert.deepEqual(
    memories.map(({ subject }) => subject),
    ['sums', 'task/item', '@mathematics'],
  );
  const updatedMemories = updateMemories(memories, [createAnswer(1)], {
    today: addDays(FIRST_DAY, 1),
    pace: 1,
  }).memories;
  assert.equal(updatedMemories.find(({ subject }) => subject === 'task/item')?.reviewed_on, addDays(FIRST_DAY, 1));
});

test('an item that was missed in part, or once more on a day on which it was right, is due on the next day', () => {
  const known = { stability: 30, difficulty: 5, reviewed_on: FIRST_DAY, due_on: addDays(FIRST_DAY, 30), asked: 0 };
  const memory = { ...known, subject: 'task/item', proven_days: 10, in_row: 3, ability: 0 };
  const review = { today: addDays(FIRST_DAY, 30), pace: 1 };
  const answerOn = (memories: readonly Memory[], score: number) =>
    updateMemories(memories, [createAnswer(score)], review).memories;
  const getDays = (memories: readonly Memory[]) => {
    const due = memories.find(({ subject }) => subject === 'task/item')?.due_on;
    return due === undefined ? undefined : countDaysBetween(review.today, due);
  };
  assert.equal(getDays(answerOn([memory], 0.7)), 1);
  const right = answerOn([memory], 1);
  assert.ok((getDays(right) ?? 0) > 7);
  assert.equal(getDays(answerOn(right, 1)), undefined, 'a second right answer changes nothing');
  assert.equal(getDays(answerOn(right, 0)), 1);
});

test('an item that was drawn several times has one memory, and is due on the next day if any answer missed it', () => {
  const context = { today: FIRST_DAY, pace: 1 };
  for (const scores of [
    [0, 1, 1],
    [1, 0, 0],
  ]) {
    const answers = scores.map((score, i) => createAnswer(score, { itemId: `i${i}` }));
    const { memories } = updateMemories([], answers, context);
    const itemMemories = memories.filter(({ subject }) => subject === 'task/item');
    assert.deepEqual(
      itemMemories.map(({ due_on }) => due_on),
      [addDays(FIRST_DAY, 1)],
    );
  }
});

test('an answer counts for the skill of its question, and not for the other skills of its quiz', () => {
  const { memories } = updateMemories([], [createAnswer(1), createAnswer(1, { skill: 'money' })], {
    today: FIRST_DAY,
    pace: 1,
  });
  const updated = updateMemories(memories, [createAnswer(0)], { today: addDays(FIRST_DAY, 9), pace: 1 });
  assert.deepEqual(
    updated.memories.map(({ subject }) => subject),
    ['sums', 'task/item', '@mathematics'],
  );
  assert.deepEqual(
    updated.ratings.map(({ skills }) => skills),
    [['sums']],
  );
});

test('a mastered skill is checked rarely only when its items have become easy for the child', () => {
  const getInterval = (ability: number) => {
    const memory = { stability: 8, difficulty: 5, reviewed_on: FIRST_DAY, due_on: addDays(FIRST_DAY, 20), asked: 20 };
    const memories = [
      { ...memory, subject: 'sums', proven_days: 14, in_row: 1, ability: 0 },
      { ...memory, subject: '@mathematics', proven_days: 0, in_row: 0, ability },
    ];
    const today = addDays(FIRST_DAY, 20);
    const [skill] = updateMemories(memories, [createAnswer(1)], { today, pace: 1 }).memories;
    return countDaysBetween(today, skill?.due_on ?? today);
  };
  assert.ok(getInterval(-2) < 60, 'difficulty 1 is what this child can just do');
  assert.equal(getInterval(1), 60);
});
