import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseNextBadges } from '../../clients/play/src/rules/next-badges.ts';
import type { BadgeProgress } from '../../clients/typescript/src/index.ts';

type BadgeInput = Partial<BadgeProgress> & Pick<BadgeProgress, 'metric' | 'value' | 'threshold'>;

/** Chooses the next badges. Returns them as texts such as "streak_days 6/7". */
const chooseBadges = (badges: readonly BadgeInput[], maxCount = 9) =>
  chooseNextBadges(
    badges.map((badge) => ({
      id: '',
      name: '',
      description: '',
      icon_url: '',
      rarity: 'common',
      earned: badge.value >= badge.threshold,
      ...badge,
    })),
    maxCount,
  ).map(({ metric, value, threshold }) => `${metric} ${value}/${threshold}`);

test('the next badges of a child are the closest ones, each for a different metric', () => {
  const badges: BadgeInput[] = [
    { metric: 'tasks_completed', value: 10, threshold: 10 },
    { metric: 'tasks_completed', value: 12, threshold: 50 },
    { metric: 'tasks_completed', value: 12, threshold: 25 },
    { metric: 'streak_days', value: 6, threshold: 7 },
    { metric: 'worlds_completed', value: 0, threshold: 3 },
    { metric: 'planets_joined', value: 0, threshold: 1 },
  ];
  const closestBadges = ['streak_days 6/7', 'tasks_completed 12/25', 'planets_joined 0/1', 'worlds_completed 0/3'];
  assert.deepEqual(chooseBadges(badges), closestBadges);
  assert.deepEqual(chooseBadges(badges, 2), closestBadges.slice(0, 2));
});

test('a badge of a new pack whose threshold the child had already reached has full progress until it is earned', () => {
  assert.deepEqual(chooseBadges([{ metric: 'days_active', value: 5, threshold: 5, earned: false }]), [
    'days_active 5/5',
  ]);
});

test('badges for coming back show no progress, and level 1 does not count as progress', () => {
  const badges: BadgeInput[] = [
    { metric: 'comeback_days', value: 6, threshold: 7 },
    { metric: 'level', value: 1, threshold: 5 },
    { metric: 'tasks_completed', value: 1, threshold: 10 },
  ];
  assert.deepEqual(chooseBadges(badges), ['tasks_completed 1/10', 'level 1/5']);
});
