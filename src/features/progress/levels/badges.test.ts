import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPacks } from '../../../../test/support/content/packs.ts';
import { type Badge, METRICS } from '../../../content/index.ts';
import { type Totals, ZERO_TOTALS } from '../totals/totals-store.ts';
import { eligibleBadges } from './badges.ts';

const { badges } = allPacks();

/** For each metric, a child who has reached `n` of it and nothing else. */
const REACHED: Record<Badge['criteria']['metric'], (n: number) => [Partial<Totals>, level: number]> = {
  tasks_completed: (n) => [{ tasks_completed: n }, 1],
  perfect_quizzes: (n) => [{ perfect_quizzes: n }, 1],
  streak_days: (n) => [{ longest_streak_days: n }, 1],
  worlds_completed: (n) => [{ worlds_completed: n }, 1],
  locations_completed: (n) => [{ locations_completed: n }, 1],
  level: (n) => [{}, n],
  creative_approved: (n) => [{ creative_approved: n }, 1],
  todos_done: (n) => [{ todos_done: n }, 1],
  days_active: (n) => [{ days_active: n }, 1],
  comeback_days: (n) => [{ comeback_days: n }, 1],
  planets_joined: (n) => [{ planets_joined: n }, 1],
};

const deserved = ([totals, level]: [Partial<Totals>, number]) =>
  eligibleBadges(badges.values(), { ...ZERO_TOTALS, ...totals }, level);

test('a child who has done nothing is eligible for no badge', () => {
  assert.deepEqual(deserved([{}, 1]), []);
});

test('each badge is earned exactly at its value and only by its own metric', () => {
  assert.ok(badges.size >= 40);
  for (const badge of badges.values()) {
    const { metric, value } = badge.criteria;
    const reach = REACHED[metric];
    assert.ok(deserved(reach(value)).includes(badge), badge.id);
    assert.ok(deserved(reach(value + 1)).includes(badge), badge.id);
    assert.ok(!deserved(reach(value - 1)).includes(badge), badge.id);
    assert.ok(deserved(reach(1_000_000)).every(({ criteria }) => criteria.metric === metric));
  }
});

test('every metric that a pack may use is counted', () => {
  assert.deepEqual(Object.keys(REACHED).sort(), [...METRICS].sort());
  const [badge] = badges.values();
  assert.ok(badge);
  for (const metric of METRICS) {
    const asking: Badge = { ...badge, criteria: { metric, op: '>=', value: 2 } };
    const given = (n: number) => {
      const [totals, level] = REACHED[metric](n);
      return eligibleBadges([asking], { ...ZERO_TOTALS, ...totals }, level);
    };
    assert.deepEqual(given(1), [], metric);
    assert.deepEqual(given(2), [asking], metric);
  }
});
