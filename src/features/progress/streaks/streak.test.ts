import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { addDays, toLocalDay, toLocalNow } from '../../../core/time/days.ts';
import { addSeconds, HOUR, type Instant } from '../../../core/time/instant.ts';
import { computeCurrentStreak, extendStreak, type Pause, type Streak } from './streak.ts';

const NO_STREAK: Streak = {
  days: 0,
  longestDays: 0,
  lastDay: null,
  lastActionAt: null,
  reservedUntil: null,
  freezeCount: 0,
  freezeWeek: null,
  daysActive: 0,
  comebackDays: 0,
};

interface Vector {
  readonly name: string;
  readonly pauses: readonly Pause[];
  readonly steps: readonly {
    readonly at: Instant;
    readonly zone: string;
    readonly does: 'act' | 'look';
    readonly expect: { counted: boolean; current: number; longest: number; freezes: number };
  }[];
}

const vectorsFile = new URL('../../../../docs/streak-vectors.json', import.meta.url);
const { vectors }: { vectors: Vector[] } = JSON.parse(readFileSync(vectorsFile, 'utf8'));

describe('the published test vectors of streaks', () => {
  for (const { name, pauses, steps } of vectors) {
    it(name, () => {
      let streak = NO_STREAK;
      for (const { at, zone: timeZone, does, expect } of steps) {
        const result =
          does === 'act' ? extendStreak(streak, toLocalNow(at, timeZone), pauses) : { counted: false, streak };
        streak = result.streak;
        const actual = {
          counted: result.counted,
          current: computeCurrentStreak(streak, toLocalNow(at, timeZone), pauses),
          longest: streak.longestDays,
          freezes: streak.freezeCount,
        };
        assert.deepEqual(actual, expect, `${at} ${timeZone}`);
      }
    });
  }
});

const START = '2026-01-01T00:00:00.000Z';
const TIME_ZONES = [
  'UTC',
  'Europe/Kyiv',
  'America/New_York',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Asia/Kathmandu',
  '+23:00', // ahead of every place on Earth: its dates are limited to those that some place has
];
const TIME_ZONES_ON_EARTH = TIME_ZONES.filter((timeZone) => timeZone !== '+23:00');
const anyTimeZone = fc.constantFrom(...TIME_ZONES);
/** The hours from one action to the next: from moments to more than two weeks. */
const anyHours = fc.oneof(fc.double({ min: 0, max: 3, noNaN: true }), fc.nat(60), fc.nat(400));
/** Actions in chronological order. */
const anyActions = fc
  .array(fc.record({ hours: anyHours, timeZone: anyTimeZone }), { minLength: 1, maxLength: 60 })
  .map((actions) => {
    let at = START;
    return actions.map(({ hours, timeZone }) => {
      at = addSeconds(at, Math.floor(hours * HOUR));
      return { at, timeZone };
    });
  });
const anyPause = fc.tuple(fc.nat(400), fc.option(fc.nat(30))).map(([offset, length]): Pause => {
  const firstDay = addDays('2026-01-01', offset);
  return { from: firstDay, until: length === null ? null : addDays(firstDay, length) };
});
const anyPauses = fc.array(anyPause, { maxLength: 3 });

test('the longest streak never shrinks, the current streak is never longer, and there are always 0 to 2 freezes', () => {
  fc.assert(
    fc.property(anyActions, anyPauses, (actions, childPauses) => {
      let previous = NO_STREAK;
      for (const { at, timeZone } of actions) {
        const current = computeCurrentStreak(previous, toLocalNow(at, timeZone), childPauses);
        const { counted, streak } = extendStreak(previous, toLocalNow(at, timeZone), childPauses);
        assert.ok(streak.longestDays >= previous.longestDays);
        assert.ok(
          streak.days <= streak.longestDays &&
            computeCurrentStreak(streak, toLocalNow(at, timeZone), childPauses) <= streak.longestDays,
        );
        assert.ok(streak.freezeCount >= 0 && streak.freezeCount <= 2 && streak.freezeCount <= previous.freezeCount + 1);
        assert.ok(streak.longestDays <= streak.daysActive);
        if (counted) assert.equal(streak.days, current + 1, 'an action continues the current streak');
        previous = streak;
      }
    }),
  );
});

test('in any sequence of time zones, at most one day per 20 hours counts, plus one more day', () => {
  fc.assert(
    fc.property(anyActions, (actions) => {
      const days: { at: Instant; day: string }[] = [];
      let streak = NO_STREAK;
      for (const { at, timeZone } of actions) {
        const result = extendStreak(streak, toLocalNow(at, timeZone), []);
        streak = result.streak;
        if (result.counted) days.push({ at, day: streak.lastDay ?? '' });
      }
      assert.equal(streak.daysActive, days.length);
      assert.deepEqual(
        days,
        days.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
        'each date is later than the one before',
      );
      for (const [i, first] of days.entries()) {
        for (const [j, last] of days.slice(i).entries()) {
          const dayCount = j + 1;
          const fullSpans = Math.floor((Date.parse(last.at) - Date.parse(first.at)) / (20 * HOUR * 1000));
          assert.ok(dayCount <= fullSpans + 2, `${dayCount} days from ${first.at} to ${last.at}`);
          assert.ok(last.day <= toLocalDay(last.at, 'Pacific/Kiritimati'));
        }
      }
    }),
  );
});

test('an action on every local date extends the streak every day, in any time zone', () => {
  const minutesOfEachDay = fc.array(fc.integer({ min: 0, max: 22 * 60 }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(minutesOfEachDay, fc.constantFrom(...TIME_ZONES_ON_EARTH), (minutes, timeZone) => {
      let streak = NO_STREAK;
      for (const [i, minute] of minutes.entries()) {
        const startOfDay = Temporal.PlainDate.from('2026-01-01').add({ days: i }).toZonedDateTime(timeZone);
        const at = new Date(startOfDay.add({ minutes: minute }).epochMilliseconds).toISOString();
        streak = extendStreak(streak, toLocalNow(at, timeZone), []).streak;
        assert.equal(streak.days, i + 1);
      }
    }),
    { numRuns: 30 },
  );
});

test('the order and number of actions within a day do not change the streak', () => {
  const anyMinutes = fc.array(fc.nat(24 * 60 - 1), { minLength: 1, maxLength: 8 });
  const anyLength = fc.nat(5);
  fc.assert(
    fc.property(anyLength, anyMinutes, fc.infiniteStream(fc.nat()), (length, minutes, keys) => {
      const shuffled = minutes.map((minute) => ({ minute, key: keys.next().value })).sort((a, b) => a.key - b.key);
      const streakInOrder = computeStreakAfterDays(length, minutes);
      const streakReordered = computeStreakAfterDays(
        length,
        [...shuffled, ...shuffled].map(({ minute }) => minute),
      );
      assert.deepEqual(streakReordered, streakInOrder);
    }),
  );
});

test('a streak that was recorded while the clock was years ahead ends, and a new one grows', () => {
  const performAction = (previous: Streak, at: Instant) => extendStreak(previous, toLocalNow(at, 'UTC'), []);
  const getCurrentStreak = (streak: Streak, at: Instant) => computeCurrentStreak(streak, toLocalNow(at, 'UTC'), []);
  const streakAhead = performAction(performAction(NO_STREAK, START).streak, '2036-01-02T08:00:00.000Z').streak;
  assert.equal(getCurrentStreak(streakAhead, '2026-01-02T08:00:00.000Z'), 0);
  const first = performAction(streakAhead, '2026-01-02T08:00:00.000Z');
  const second = performAction(first.streak, '2026-01-03T08:00:00.000Z');
  assert.deepEqual([first.counted, second.counted, second.streak.days, second.streak.longestDays], [true, true, 2, 2]);
  assert.equal(getCurrentStreak(second.streak, '2026-01-06T08:00:00.000Z'), 2, 'freezes protect the streak');
  assert.equal(getCurrentStreak(second.streak, '2026-01-09T08:00:00.000Z'), 0, 'the freezes are not enough');
});

test('a pause of any length preserves the streak', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 2000 }), (days) => {
      const { streak } = extendStreak(NO_STREAK, toLocalNow(START, 'UTC'), []);
      const pausesOfChild = [{ from: addDays('2026-01-01', 1), until: addDays('2026-01-01', days - 1) }];
      const at = addSeconds(START, days * 24 * HOUR);
      assert.equal(computeCurrentStreak(streak, toLocalNow(at, 'UTC'), pausesOfChild), 1);
      const resumed = extendStreak(streak, toLocalNow(at, 'UTC'), pausesOfChild).streak;
      assert.deepEqual([resumed.days, resumed.comebackDays], [2, days - 1]);
    }),
  );
});

/**
 * The streak after an action at noon on each of `length` days and actions at these minutes of the next day, without
 * `reservedUntil`, which depends on which action of a day is the first.
 */
function computeStreakAfterDays(length: number, minutes: readonly number[]): Omit<Streak, 'reservedUntil'> {
  let streak = NO_STREAK;
  const noon = addSeconds(START, 12 * HOUR);
  for (let i = 0; i < length; i += 1)
    streak = extendStreak(streak, toLocalNow(addSeconds(noon, i * 24 * HOUR), 'UTC'), []).streak;
  for (const minute of minutes) {
    streak = extendStreak(streak, toLocalNow(addSeconds(START, length * 24 * HOUR + minute * 60), 'UTC'), []).streak;
  }
  const { reservedUntil: _, ...comparableStreak } = streak;
  return comparableStreak;
}
