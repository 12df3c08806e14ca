import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReader, isReadingAsked } from './learner.ts';

test('the age tells whether a child reads, unless the child or a guardian has said so', () => {
  const cases = [
    // year of birth, said, reads, is asked
    [2022, null, false, false],
    [2021, null, false, true],
    [2020, null, false, true],
    [2019, null, true, true],
    [2018, null, true, false],
    [null, null, true, false],
    [2021, 'yes', true, false],
    [2021, 'not_yet', false, false],
    [2019, 'not_yet', false, false],
    [2018, 'not_yet', true, false],
    [2014, 'no', false, false],
  ] as const;
  for (const [birth_year, reads, expectedReader, expectedAsked] of cases) {
    const profile = { birth_year, reads };
    const actual = [isReader(profile, '2026-11-20'), isReadingAsked(profile, '2026-11-20')];
    assert.deepEqual(actual, [expectedReader, expectedAsked], JSON.stringify(profile));
  }
});
