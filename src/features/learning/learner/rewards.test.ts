import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeMaxXp, computeQuizXp, computeStars, LESSON_XP, REAL_WORLD_XP } from './rewards.ts';

// The stars of each score, for each pass score.
// biome-ignore format: a table is easier to read in columns
const STARS: readonly [score: number, ...[passScore: number, stars: number][]][] = [
  [0,    [0.6, 0], [0.85, 0], [0.97, 0], [1, 0]],
  [0.59, [0.6, 0], [0.85, 0], [0.97, 0], [1, 0]],
  [0.6,  [0.6, 1], [0.85, 0], [0.97, 0], [1, 0]],
  [0.79, [0.6, 1], [0.85, 0], [0.97, 0], [1, 0]],
  [0.8,  [0.6, 2], [0.85, 0], [0.97, 0], [1, 0]],
  [0.85, [0.6, 2], [0.85, 2], [0.97, 0], [1, 0]],
  [0.94, [0.6, 2], [0.85, 2], [0.97, 0], [1, 0]],
  [0.95, [0.6, 3], [0.85, 3], [0.97, 0], [1, 0]],
  [0.97, [0.6, 3], [0.85, 3], [0.97, 3], [1, 0]],
  [1,    [0.6, 3], [0.85, 3], [0.97, 3], [1, 3]],
];

test('passing earns one star, a score from 0.8 two stars, and a score from 0.95 three', () => {
  for (const [score, ...expectedStars] of STARS) {
    for (const [passScore, stars] of expectedStars)
      assert.equal(computeStars(score, passScore), stars, `${score} at ${passScore}`);
  }
});

test('rounding errors in the score do not cost a star', () => {
  const score = 0.1 + 0.7; // 0.7999999999999999
  assert.ok(score < 0.8);
  assert.equal(computeStars(score, 0.6), 2);
  assert.equal(computeStars(score, 0.8), 2);
});

test('a quiz awards 20 to 60 XP by difficulty, times 0.6, 0.8 or 1 by stars', () => {
  const xp = [1, 2, 3, 4, 5].map((difficulty) =>
    ([0, 1, 2, 3] as const).map((stars) => computeQuizXp(difficulty, stars)),
  );
  assert.deepEqual(xp, [
    [0, 12, 16, 20],
    [0, 18, 24, 30],
    [0, 24, 32, 40],
    [0, 30, 40, 50],
    [0, 36, 48, 60],
  ]);
});

test('computeMaxXp returns the maximum XP of each kind of task', () => {
  const getMaxXp = (kind: Parameters<typeof computeMaxXp>[0]['kind'], difficulty: number) =>
    computeMaxXp({ kind, difficulty });
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((difficulty) => getMaxXp('quiz', difficulty)),
    [20, 30, 40, 50, 60],
  );
  assert.equal(getMaxXp('lesson', 3), LESSON_XP);
  assert.equal(getMaxXp('real_world', 3), REAL_WORLD_XP);
  assert.equal(getMaxXp('creative', 3), 40);
});

test('repeated attempts at a quiz never earn more XP in total than its maximum', () => {
  const anyScores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
  const anyPassScore = fc.double({ min: 0.01, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), anyPassScore, anyScores, (difficulty, passScore, scores) => {
      let bestXp = 0;
      let earnedXp = 0;
      for (const score of scores) {
        const xp = computeQuizXp(difficulty, computeStars(score, passScore));
        assert.ok(Number.isInteger(xp) && xp >= 0);
        const isPassed = score >= passScore - 1e-9; // a rounding error in the score does not fail the attempt
        assert.ok(isPassed || xp === 0, 'a failed attempt earned XP');
        earnedXp += Math.max(0, xp - bestXp);
        bestXp = Math.max(bestXp, xp);
      }
      assert.ok(earnedXp <= computeMaxXp({ kind: 'quiz', difficulty }));
    }),
  );
});

test('a higher score never earns fewer stars', () => {
  const anyScore = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(anyScore, anyScore, anyScore, (a, b, passScore) => {
      assert.ok(computeStars(Math.max(a, b), passScore) >= computeStars(Math.min(a, b), passScore));
    }),
  );
});
