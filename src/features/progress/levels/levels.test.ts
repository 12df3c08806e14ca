import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeLevel, unlockedBetween, xpAtStart, xpNeeded } from './levels.ts';

const LEVELS = 30;
const xp = fc.integer({ min: 0, max: 20_000 });

test('levels start at the XP of the level table', () => {
  const starts = [
    [1, 0],
    [2, 50],
    [3, 125],
    [5, 350],
    [10, 1350],
    [20, 5225],
    [30, 11_600],
  ] as const;
  for (const [level, start] of starts) {
    assert.equal(computeLevel(start, LEVELS).level, level);
    assert.equal(computeLevel(start, LEVELS).xpInLevel, 0);
    if (start > 0) assert.deepEqual(computeLevel(start - 1, LEVELS), { level: level - 1, ...lastXpInLevel(level - 1) });
  }
});

test('the top level has no XP to go, and XP keep counting', () => {
  assert.deepEqual(computeLevel(11_600, LEVELS), { level: 30, xpInLevel: 0, xpToNext: 0 });
  assert.deepEqual(computeLevel(1_000_000, LEVELS), { level: 30, xpInLevel: 988_400, xpToNext: 0 });
  assert.deepEqual(computeLevel(7, 1), { level: 1, xpInLevel: 7, xpToNext: 0 }, 'with a single level');
});

test('XP in the level and XP to go add up to the whole level', () => {
  fc.assert(
    fc.property(xp, (total) => {
      const { level, xpInLevel, xpToNext } = computeLevel(total, LEVELS);
      assert.ok(level >= 1 && level <= LEVELS && xpInLevel >= 0);
      if (level < LEVELS) {
        assert.ok(xpToNext > 0);
        assert.equal(xpInLevel + xpToNext, xpNeeded(level));
        assert.equal(computeLevel(total + xpToNext, LEVELS).level, level + 1);
      }
    }),
  );
});

test('more XP never mean a lower level', () => {
  fc.assert(
    fc.property(xp, xp, (total, more) => {
      assert.ok(computeLevel(total + more, LEVELS).level >= computeLevel(total, LEVELS).level);
    }),
  );
});

test('each level starts where the one before it ends', () => {
  for (let level = 1; level < 50; level += 1) {
    assert.equal(xpAtStart(level + 1) - xpAtStart(level), xpNeeded(level));
  }
});

test('a level unlocks its items once, and not those that also need a badge', () => {
  const items = [null, 2, 3, 3, 5].map((required_level) => ({ required_level }));
  const unlockedLevels = (from: number, to: number) =>
    unlockedBetween(items, from, to).map((item) => item.required_level);
  assert.deepEqual(unlockedLevels(1, 2), [2]);
  assert.deepEqual(unlockedLevels(1, 4), [2, 3, 3]);
  assert.deepEqual(unlockedLevels(3, 4), []);
  assert.deepEqual(unlockedLevels(4, 50), [5]);
  assert.deepEqual(unlockedLevels(3, 2), []);
  assert.deepEqual(
    unlockedBetween([{ required_level: 2, required_badge: 'sun' }], 1, 9),
    [],
    'a badge is required, too',
  );
  assert.equal(unlockedBetween([{ required_level: 2, required_badge: null }], 1, 9).length, 1);
});

/** The rest of a level's progress, one XP before the next level. */
function lastXpInLevel(level: number) {
  return { xpInLevel: xpNeeded(level) - 1, xpToNext: 1 };
}
