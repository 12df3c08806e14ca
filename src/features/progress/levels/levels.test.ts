import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeLevel, computeXpAtStart, computeXpOfLevel, listAvatarItemsUnlockedBetween } from './levels.ts';

const LEVEL_COUNT = 30;
const anyXp = fc.integer({ min: 0, max: 20_000 });

test('each of these levels starts at its XP, and not one XP earlier', () => {
  const starts = [
    [1, 0],
    [2, 50],
    [3, 125],
    [5, 350],
    [10, 1350],
    [20, 5225],
    [30, 11_600],
  ] as const;
  for (const [level, xpAtStart] of starts) {
    assert.equal(computeLevel(xpAtStart, LEVEL_COUNT).level, level);
    assert.equal(computeLevel(xpAtStart, LEVEL_COUNT).xpInLevel, 0);
    if (xpAtStart > 0)
      assert.deepEqual(computeLevel(xpAtStart - 1, LEVEL_COUNT), {
        level: level - 1,
        ...createProgressBeforeNextLevel(level - 1),
      });
  }
});

test('at the highest level, no XP is missing for a next level, and further XP still counts', () => {
  assert.deepEqual(computeLevel(11_600, LEVEL_COUNT), { level: 30, xpInLevel: 0, missingXp: 0 });
  assert.deepEqual(computeLevel(1_000_000, LEVEL_COUNT), { level: 30, xpInLevel: 988_400, missingXp: 0 });
  assert.deepEqual(computeLevel(7, 1), { level: 1, xpInLevel: 7, missingXp: 0 }, 'with a single level');
});

test('the XP since the start of a level and the missing XP add up to the whole level', () => {
  fc.assert(
    fc.property(anyXp, (total) => {
      const { level, xpInLevel, missingXp } = computeLevel(total, LEVEL_COUNT);
      assert.ok(level >= 1 && level <= LEVEL_COUNT && xpInLevel >= 0);
      if (level < LEVEL_COUNT) {
        assert.ok(missingXp > 0);
        assert.equal(xpInLevel + missingXp, computeXpOfLevel(level));
        assert.equal(computeLevel(total + missingXp, LEVEL_COUNT).level, level + 1);
      }
    }),
  );
});

test('more XP never means a lower level', () => {
  fc.assert(
    fc.property(anyXp, anyXp, (total, extraXp) => {
      assert.ok(computeLevel(total + extraXp, LEVEL_COUNT).level >= computeLevel(total, LEVEL_COUNT).level);
    }),
  );
});

test('each level starts where the one before it ends', () => {
  for (let level = 1; level < 50; level += 1) {
    assert.equal(computeXpAtStart(level + 1) - computeXpAtStart(level), computeXpOfLevel(level));
  }
});

test('a level unlocks its items once, except items that also require a badge', () => {
  const items = [null, 2, 3, 3, 5].map((required_level) => ({ required_level }));
  const listUnlockedLevels = (from: number, to: number) =>
    listAvatarItemsUnlockedBetween(items, from, to).map((item) => item.required_level);
  assert.deepEqual(listUnlockedLevels(1, 2), [2]);
  assert.deepEqual(listUnlockedLevels(1, 4), [2, 3, 3]);
  assert.deepEqual(listUnlockedLevels(3, 4), []);
  assert.deepEqual(listUnlockedLevels(4, 50), [5]);
  assert.deepEqual(listUnlockedLevels(3, 2), []);
  assert.deepEqual(
    listAvatarItemsUnlockedBetween([{ required_level: 2, required_badge: 'sun' }], 1, 9),
    [],
    'a badge is required, too',
  );
  assert.equal(listAvatarItemsUnlockedBetween([{ required_level: 2, required_badge: null }], 1, 9).length, 1);
});

/** The progress in a level when one XP is missing for the next level. */
function createProgressBeforeNextLevel(level: number) {
  return { xpInLevel: computeXpOfLevel(level) - 1, missingXp: 1 };
}
