import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMonths, groupByWeek, listDaysOfWeek } from '../../clients/play/src/rules/calendar.ts';

const listDays = (month: string, dayCount: number) =>
  Array.from({ length: dayCount }, (_, i) => ({
    day: `${month}-${String(i + 1).padStart(2, '0')}`,
    active: false,
    xp: 0,
    tasks: 0,
    rest: null,
  }));

test('the months of the calendar continue across years', () => {
  assert.deepEqual(
    ['2026-11', '2026-12', '2027-01'].map((month) => [addMonths(month, -1), addMonths(month, 1)]),
    [
      ['2026-10', '2026-12'],
      ['2026-11', '2027-01'],
      ['2026-12', '2027-02'],
    ],
  );
});

test('the weeks of the calendar begin on Monday and are complete', () => {
  const formatWeeks = (month: string, dayCount: number) =>
    groupByWeek(listDays(month, dayCount)).map((week) => week.map((day) => day?.day.slice(8) ?? '--').join(' '));
  assert.deepEqual(formatWeeks('2026-11', 30), [
    '-- -- -- -- -- -- 01',
    '02 03 04 05 06 07 08',
    '09 10 11 12 13 14 15',
    '16 17 18 19 20 21 22',
    '23 24 25 26 27 28 29',
    '30 -- -- -- -- -- --',
  ]);
  assert.deepEqual(formatWeeks('2027-02', 28), [
    '01 02 03 04 05 06 07',
    '08 09 10 11 12 13 14',
    '15 16 17 18 19 20 21',
    '22 23 24 25 26 27 28',
  ]);
});

test('the week of a day begins on Monday, even if that is in the previous month', () => {
  const week = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'];
  for (const day of week) assert.deepEqual(listDaysOfWeek(day), week);
});
