import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareLeaderboardKeys, computeRanks, getPeriod, getXpInPeriod, MAX_EXACT_RANK } from './rules.ts';

const anyXpList = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 60 });

/** The definition of a rank: one more than the number of entries with more XP. */
const computePlainRank = (all: readonly number[], xp: number) => all.filter((otherXp) => otherXp > xp).length + 1;

test('children with equal XP share a rank, and the next rank counts all of them', () => {
  const leaderboard = [9, 9, 7, 5, 5, 5, 1].map((xp) => ({ xp }));
  assert.deepEqual(computeRanks(leaderboard, 0, 0), [1, 1, 3, 4, 4, 4, 7]);
  assert.deepEqual(computeRanks([], 0, 0), []);
});

test('children have the same ranks on a page as on the whole leaderboard', () => {
  fc.assert(
    fc.property(anyXpList, fc.nat(60), (xpList, pageStart) => {
      const leaderboard = xpList.sort((a, b) => b - a).map((xp) => ({ xp }));
      const allRanks = computeRanks(leaderboard, 0, 0);
      assert.deepEqual(
        allRanks,
        xpList.map((xp) => computePlainRank(xpList, xp)),
      );
      const page = leaderboard.slice(pageStart);
      const aboveCount = leaderboard.filter(({ xp }) => xp > (page[0]?.xp ?? 0)).length;
      assert.deepEqual(computeRanks(page, aboveCount, Math.max(0, pageStart - aboveCount)), allRanks.slice(pageStart));
    }),
  );
});

test('ranks are exact up to ten thousand, including a tie at that rank', () => {
  const leaderboard = [5, 5, 4].map((xp) => ({ xp }));
  assert.deepEqual(computeRanks(leaderboard, MAX_EXACT_RANK - 2, 0), [MAX_EXACT_RANK - 1, MAX_EXACT_RANK - 1, null]);
  assert.deepEqual(computeRanks(leaderboard, MAX_EXACT_RANK - 1, 40), [MAX_EXACT_RANK, MAX_EXACT_RANK, null]);
  assert.deepEqual(computeRanks(leaderboard, MAX_EXACT_RANK, 0), [null, null, null]);
});

test('weeks and months are in UTC, and the period of all time has no start and no end', () => {
  assert.deepEqual(getPeriod('week', '2026-11-22T23:59:59.999Z'), {
    kind: 'week',
    value: '2026-11-16',
    starts_at: '2026-11-16T00:00:00.000Z',
    ends_at: '2026-11-23T00:00:00.000Z',
  });
  const february = getPeriod('month', '2028-02-29T00:00:00.000Z');
  assert.deepEqual([february.starts_at, february.ends_at], ['2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z']);
  const all = getPeriod('all', '2026-11-20T08:00:00.000Z');
  assert.deepEqual([all.starts_at, all.ends_at], [null, null]);
});

test('XP of another week does not count for this week, and XP is never below zero', () => {
  const entry = {
    profile_id: 'a',
    xp_total: 90,
    week: '2026-11-09',
    week_xp: 40,
    month: '2026-11',
    month_xp: -3,
    listed: 1,
  };
  const now = '2026-11-20T08:00:00.000Z';
  assert.equal(getXpInPeriod(getPeriod('week', now), entry), 0);
  assert.equal(getXpInPeriod(getPeriod('week', now), { ...entry, week: '2026-11-16' }), 40);
  assert.equal(getXpInPeriod(getPeriod('month', now), entry), 0);
  assert.equal(getXpInPeriod(getPeriod('all', now), entry), 90);
  assert.equal(getXpInPeriod(getPeriod('all', now), undefined), 0);
});

test('the leaderboard sorts by XP, then by id descending', () => {
  const keys = [
    { xp: 1, profile_id: 'b' },
    { xp: 2, profile_id: 'a' },
    { xp: 1, profile_id: 'c' },
  ];
  assert.deepEqual(
    keys.sort(compareLeaderboardKeys).map(({ profile_id }) => profile_id),
    ['a', 'c', 'b'],
  );
});
