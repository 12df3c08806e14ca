import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addXpToPeriods } from './totals.ts';
import type { Totals } from './totals-store.ts';

const SUNDAY_NIGHT = '2026-11-29T23:59:59.000Z';
const MONDAY = '2026-11-30T00:00:01.000Z';

function addFiveXpToWeek(week: string | null, at: string) {
  const totals = { week, week_xp: 100, month: null, month_xp: 0 } as Totals; // `addXpToPeriods` reads no other columns
  const { week: newWeek, week_xp } = addXpToPeriods(totals, at, 5);
  return [newWeek, week_xp];
}

test('XP is added to its week, and a new week begins from zero', () => {
  assert.deepEqual(addFiveXpToWeek(null, SUNDAY_NIGHT), ['2026-11-23', 5]);
  assert.deepEqual(addFiveXpToWeek('2026-11-23', SUNDAY_NIGHT), ['2026-11-23', 105]);
  assert.deepEqual(addFiveXpToWeek('2026-11-23', MONDAY), ['2026-11-30', 5]);
});

test('a clock that is seconds behind does not return the totals to the previous week', () => {
  assert.deepEqual(addFiveXpToWeek('2026-11-30', SUNDAY_NIGHT), ['2026-11-30', 100]);
});

test('a week that was recorded while a clock was far ahead is replaced', () => {
  assert.deepEqual(addFiveXpToWeek('2028-01-03', SUNDAY_NIGHT), ['2026-11-23', 5]);
  assert.deepEqual(addFiveXpToWeek('2026-12-07', MONDAY), ['2026-11-30', 5]);
});
