import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import { BADGE_METRICS, type Badge } from '../../../content/index.ts';
import { type Totals, ZERO_TOTALS } from '../totals/totals-store.ts';
import { listEligibleBadges } from './badges.ts';

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
