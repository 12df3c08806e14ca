import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { currentStreak, levelOf, xpNeeded } from './rules.ts';

const LEVELS = 30;
const xp = fc.integer({ min: 0, max: 20_000 });

test('levels begin where the ladder says', () => {
  const begins = [
    [1, 0],
    [2, 50],
    [3, 125],
    [5, 350],
    [10, 1350],
    [20, 5225],
    [30, 11_600],
  ] as const;
  for (const [level, start] of begins) {
    assert.equal(levelOf(start, LEVELS).level, level);
    assert.equal(levelOf(start, LEVELS).xpInLevel, 0);
    if (start > 0) assert.deepEqual(levelOf(start - 1, LEVELS), { level: level - 1, ...last(level - 1) });
  }
});

test('at the top there is nothing left to reach, and XP go on', () => {
  assert.deepEqual(levelOf(11_600, LEVELS), { level: 30, xpInLevel: 0, xpToNext: 0 });
  assert.deepEqual(levelOf(1_000_000, LEVELS), { level: 30, xpInLevel: 988_400, xpToNext: 0 });
  assert.deepEqual(levelOf(7, 1), { level: 1, xpInLevel: 7, xpToNext: 0 }, 'a ladder of one level');
});

test('what is done and what is left of a level is the whole of it', () => {
  fc.assert(
    fc.property(xp, (total) => {
      const { level, xpInLevel, xpToNext } = levelOf(total, LEVELS);
      assert.ok(level >= 1 && level <= LEVELS && xpInLevel >= 0);
      if (level < LEVELS) {
        assert.ok(xpToNext > 0);
        assert.equal(xpInLevel + xpToNext, xpNeeded(level));
        assert.equal(levelOf(total + xpToNext, LEVELS).level, level + 1);
      }
    }),
  );
});

test('more XP never mean a lower level', () => {
  fc.assert(
    fc.property(xp, xp, (total, more) => {
      assert.ok(levelOf(total + more, LEVELS).level >= levelOf(total, LEVELS).level);
    }),
  );
});

test('a run of days lives while its last day is today or yesterday', () => {
  assert.equal(currentStreak(7, '2026-11-20', '2026-11-20'), 7);
  assert.equal(currentStreak(7, '2026-11-19', '2026-11-20'), 7);
  assert.equal(currentStreak(7, '2026-11-18', '2026-11-20'), 0);
  assert.equal(currentStreak(0, null, '2026-11-20'), 0);
  assert.equal(currentStreak(31, '2026-12-31', '2027-01-01'), 31, 'over the new year');
  assert.equal(currentStreak(7, '2026-11-21', '2026-11-20'), 7, 'earned farther east: tomorrow has begun there');
});

/** One XP before the next level. */
function last(level: number) {
  return { xpInLevel: xpNeeded(level) - 1, xpToNext: 1 };
}
