import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  countDaysBetween,
  getStartOfWeek,
  parseTimeZone,
  toClampedLocalDay,
  toLocalDay,
  toLocalMidnight,
} from './days.ts';

/** Any text that a client can send: any UTF-16 code units, including lone surrogates. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

test('toLocalMidnight returns the first instant of a local date, also on the days of a time change', () => {
  for (const [day, timeZone, instant] of [
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['2026-10-25', 'Europe/Kyiv', '2026-10-24T21:00:00.000Z'],
    ['2026-10-26', 'Europe/Kyiv', '2026-10-25T22:00:00.000Z'],
    ['2026-11-20', '-03:30', '2026-11-20T03:30:00.000Z'],
  ] as const)
    assert.equal(toLocalMidnight(day, timeZone), instant);
});

test('parseTimeZone accepts IANA names and offsets, and defaults to UTC', () => {
  assert.equal(parseTimeZone(undefined), 'UTC');
  for (const timeZone of [
    'UTC',
    '+14:00',
    '-12:00',
    'Europe/Kyiv',
    'America/Argentina/Buenos_Aires',
    '+05:45',
    '-03:00',
  ]) {
    assert.equal(parseTimeZone(timeZone), timeZone);
  }
  assert.equal(parseTimeZone('europe/warsaw'), 'Europe/Warsaw');
  for (const text of ['GMT+02:00', 'GMT+0200']) assert.equal(parseTimeZone(text), '+02:00');
});

test('parseTimeZone returns undefined for invalid time zones', () => {
  for (const text of [
    '',
    ' ',
    'Mars/Olympus',
    'Europe',
    '+25:00',
    '+14:01',
    '-13:00',
    '+5',
    'UTC+2',
    'GMT+15:00',
    'Europe/Kyiv ',
    '\0',
    'x'.repeat(9999),
  ]) {
    assert.equal(parseTimeZone(text), undefined, text.slice(0, 20));
  }
});

test('parseTimeZone returns a usable time zone or undefined for any header', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const timeZone = parseTimeZone(text);
      if (timeZone !== undefined)
        assert.match(toLocalDay('2026-11-20T08:00:00.000Z', timeZone), /^2026-11-(19|20|21)$/);
    }),
  );
});

test('toLocalDay gives the date in the time zone', () => {
  const instant = '2026-12-31T23:30:00.000Z';
  assert.equal(toLocalDay(instant, 'UTC'), '2026-12-31');
  assert.equal(toLocalDay(instant, 'Europe/Warsaw'), '2027-01-01');
  assert.equal(toLocalDay(instant, 'Pacific/Kiritimati'), '2027-01-01');
  assert.equal(toLocalDay(instant, 'Pacific/Pago_Pago'), '2026-12-31');
  assert.equal(toLocalDay('2026-11-20T00:10:00.000Z', '+05:45'), '2026-11-20');
  assert.equal(toLocalDay('2026-11-20T00:10:00.000Z', '-03:00'), '2026-11-19');
});

test('toLocalDay is right on days of 23 and 25 hours, when the clocks change', () => {
  assert.equal(toLocalDay('2026-03-29T00:59:59.999Z', 'Europe/Kyiv'), '2026-03-29');
  assert.equal(toLocalDay('2026-03-29T20:59:59.999Z', 'Europe/Kyiv'), '2026-03-29');
  assert.equal(toLocalDay('2026-03-29T21:00:00.000Z', 'Europe/Kyiv'), '2026-03-30', 'summer time: three hours ahead');
  assert.equal(toLocalDay('2026-10-25T21:59:59.999Z', 'Europe/Kyiv'), '2026-10-25');
  assert.equal(toLocalDay('2026-10-25T22:00:00.000Z', 'Europe/Kyiv'), '2026-10-26', 'winter time: two hours ahead');
});

test('addDays crosses months, years and leap days', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(addDays('2027-01-01', -1), '2026-12-31');
  assert.equal(addDays('2028-02-28', 1), '2028-02-29');
  assert.equal(addDays('2027-02-28', 1), '2027-03-01');
  assert.equal(addDays('2026-11-20', 0), '2026-11-20');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), (days) => {
      const later = addDays('2026-11-20', days);
      assert.equal(addDays(later, -days), '2026-11-20');
      assert.ok(later >= '2026-11-20', 'days sort as text');
    }),
  );
});

test('countDaysBetween crosses months, years and clock changes', () => {
  assert.equal(countDaysBetween('2026-11-20', '2026-11-20'), 0);
  assert.equal(countDaysBetween('2026-12-31', '2027-01-01'), 1);
  assert.equal(countDaysBetween('2026-03-28', '2026-03-30'), 2);
  assert.equal(countDaysBetween('2028-02-28', '2028-03-01'), 2);
  assert.equal(countDaysBetween('2026-11-20', '2026-11-13'), -7);
});

test('getStartOfWeek gives the Monday', () => {
  assert.equal(getStartOfWeek('2026-11-16'), '2026-11-16');
  assert.equal(getStartOfWeek('2026-11-20'), '2026-11-16');
  assert.equal(getStartOfWeek('2026-11-22'), '2026-11-16');
  assert.equal(getStartOfWeek('2027-01-01'), '2026-12-28');
});

test('toClampedLocalDay stays within the dates that places on Earth have', () => {
  assert.equal(toClampedLocalDay('2026-11-20T08:00:00.000Z', '+23:00'), '2026-11-20');
  assert.equal(
    toClampedLocalDay('2026-11-20T10:00:00.000Z', '+23:00'),
    '2026-11-21',
    'the day has begun on Kiritimati',
  );
  assert.equal(toClampedLocalDay('2026-11-20T12:00:00.000Z', '-23:00'), '2026-11-20');
  assert.equal(
    toClampedLocalDay('2026-11-20T11:59:00.000Z', '-23:00'),
    '2026-11-19',
    'the day is not over on Baker Island',
  );
  assert.equal(toClampedLocalDay('2026-11-20T11:59:00.000Z', 'Asia/Kathmandu'), '2026-11-20');
});
