import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SETTINGS, findEmailTime, findQuietEnd, getSecondsUntilRetry } from './rules.ts';

test('a quiet time ends at its hour in the time zone of the family, also across midnight and a change of the clocks', () => {
  const hours = { quietFrom: 20, quietUntil: 7 };
  for (const [now, timeZone, quiet, end] of [
    ['2026-11-20T18:59:59.000Z', 'Europe/Warsaw', hours, undefined],
    ['2026-11-20T19:00:00.000Z', 'Europe/Warsaw', hours, '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T05:59:59.999Z', 'Europe/Warsaw', hours, '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T06:00:00.000Z', 'Europe/Warsaw', hours, undefined],
    ['2026-10-24T20:00:00.000Z', 'Europe/Warsaw', hours, '2026-10-25T06:00:00.000Z'], // the clocks go back
    ['2026-11-20T12:30:00.000Z', 'UTC', { quietFrom: 12, quietUntil: 14 }, '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T14:00:00.000Z', 'UTC', { quietFrom: 12, quietUntil: 14 }, undefined],
    ['2026-11-20T12:30:00.000Z', 'UTC', { quietFrom: 12, quietUntil: 12 }, undefined], // none
  ] as const)
    assert.equal(findQuietEnd(now, timeZone, quiet), end, `${now} ${timeZone}`);
  assert.equal(findQuietEnd('2026-11-20T21:00:00.000Z', 'UTC', DEFAULT_SETTINGS), '2026-11-21T07:00:00.000Z');
});

test('the email of the day is sent in the evening of the family, at most once in 20 hours', () => {
  for (const [now, timeZone, emailedAt, time] of [
    ['2026-11-20T09:00:00.000Z', 'UTC', null, '2026-11-20T18:00:00.000Z'],
    ['2026-11-20T18:00:00.000Z', 'UTC', null, undefined],
    ['2026-11-20T17:00:00.000Z', 'Europe/Warsaw', null, undefined],
    ['2026-11-20T21:00:00.000Z', 'UTC', null, '2026-11-21T18:00:00.000Z'],
    ['2026-11-20T19:00:00.000Z', 'UTC', '2026-11-20T18:00:00.000Z', '2026-11-21T18:00:00.000Z'],
    ['2026-11-21T18:00:00.000Z', 'UTC', '2026-11-20T20:59:00.000Z', undefined],
  ] as const)
    assert.equal(findEmailTime(now, timeZone, emailedAt), time, `${now} ${timeZone}`);
});

test('tries become rarer, up to one an hour', () => {
  assert.deepEqual([1, 2, 3, 8, 50].map(getSecondsUntilRetry), [30, 60, 120, 3600, 3600]);
});
