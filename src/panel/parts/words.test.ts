import assert from 'node:assert/strict';
import { test } from 'node:test';
import { days, minutesOf } from './format.ts';

test('a number of days is said by the rules of its language', () => {
  const said = (language: Parameters<typeof days>[0]) =>
    [0, 1, 2, 5, 11, 21, 22, 25, 112].map((n) => days(language, n));
  assert.deepEqual(said('en').slice(0, 3), ['0 days', '1 day', '2 days']);
  assert.deepEqual(said('uk'), [
    '0 днів',
    '1 день',
    '2 дні',
    '5 днів',
    '11 днів',
    '21 день',
    '22 дні',
    '25 днів',
    '112 днів',
  ]);
  assert.deepEqual(said('pl'), [
    '0 dni',
    '1 dzień',
    '2 dni',
    '5 dni',
    '11 dni',
    '21 dni',
    '22 dni',
    '25 dni',
    '112 dni',
  ]);
  assert.deepEqual(said('es').slice(0, 3), ['0 días', '1 día', '2 días']);
});

test('a little time is a minute, and none is none', () => {
  assert.deepEqual([0, 1, 59, 60, 89, 91, 3600].map(minutesOf), [0, 1, 1, 1, 1, 2, 60]);
});
