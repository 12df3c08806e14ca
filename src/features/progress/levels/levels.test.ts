import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import { BADGE_METRICS, type Badge } from '../../../content/index.ts';
import { type Totals, ZERO_TOTALS } from '../totals/totals-store.ts';
import {
  computeLevel,
  computeXpAtStart,
  computeXpOfLevel,
  listAvatarItemsUnlockedBetween,
  listEligibleBadges,
} from './levels.ts';

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

const { badges } = loadAllPacks();

/** For each metric, a function that creates the totals and level of a child who has reached a value in this metric and nothing else. */
const TOTALS_FACTORIES: Record<Badge['criteria']['metric'], (value: number) => [Partial<Totals>, level: number]> = {
  tasks_completed: (value) => [{ tasks_completed: value }, 1],
  perfect_quizzes: (value) => [{ perfect_quizzes: value }, 1],
  streak_days: (value) => [{ longest_streak_days: value }, 1],
  worlds_completed: (value) => [{ worlds_completed: value }, 1],
  locations_completed: (value) => [{ locations_completed: value }, 1],
  level: (value) => [{}, value],
  creative_approved: (value) => [{ creative_approved: value }, 1],
  todos_done: (value) => [{ todos_done: value }, 1],
  days_active: (value) => [{ days_active: value }, 1],
  comeback_days: (value) => [{ comeback_days: value }, 1],
  planets_joined: (value) => [{ planets_joined: value }, 1],
};

const listBadgesFor = ([totals, level]: [Partial<Totals>, number]) =>
  listEligibleBadges(badges.values(), { ...ZERO_TOTALS, ...totals }, level);

test('a child who has done nothing is eligible for no badge', () => {
  assert.deepEqual(listBadgesFor([{}, 1]), []);
});

test('a child earns a badge with its value or more in its metric, and with no other metric', () => {
  assert.ok(badges.size >= 40);
  for (const badge of badges.values()) {
    const { metric, value } = badge.criteria;
    const createTotals = TOTALS_FACTORIES[metric];
    assert.ok(listBadgesFor(createTotals(value)).includes(badge), badge.id);
    assert.ok(listBadgesFor(createTotals(value + 1)).includes(badge), badge.id);
    assert.ok(!listBadgesFor(createTotals(value - 1)).includes(badge), badge.id);
    assert.ok(listBadgesFor(createTotals(1_000_000)).every(({ criteria }) => criteria.metric === metric));
  }
});

test('badges can require every metric that a pack may use', () => {
  assert.deepEqual(Object.keys(TOTALS_FACTORIES).sort(), [...BADGE_METRICS].sort());
  const [anyBadge] = badges.values();
  assert.ok(anyBadge);
  for (const metric of BADGE_METRICS) {
    const badge: Badge = { ...anyBadge, criteria: { metric, op: '>=', value: 2 } };
    const listEligible = (value: number) => {
      const [totals, level] = TOTALS_FACTORIES[metric](value);
      return listEligibleBadges([badge], { ...ZERO_TOTALS, ...totals }, level);
    };
    assert.deepEqual(listEligible(1), [], metric);
    assert.deepEqual(listEligible(2), [badge], metric);
  }
});
