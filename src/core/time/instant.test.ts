import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addSeconds, countSecondsUntil, toEpochSeconds } from './instant.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const anyInstant = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

test('addSeconds crosses minutes, days and years', () => {
  assert.equal(addSeconds(NOW, 600), '2026-11-20T08:10:00.000Z');
  assert.equal(addSeconds(NOW, -1), '2026-11-20T07:59:59.000Z');
  assert.equal(addSeconds('2026-12-31T23:59:59.999Z', 1), '2027-01-01T00:00:00.999Z');
});

test('instants have 24 characters and sort chronologically', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: 1, max: 100_000_000 }), (instant, seconds) => {
      const later = addSeconds(instant, seconds);
      assert.equal(later.length, 24);
      assert.ok(later > instant);
      assert.equal(countSecondsUntil(instant, later), seconds);
      assert.equal(addSeconds(later, -seconds), instant);
    }),
  );
});

test('countSecondsUntil rounds up and is at least one', () => {
  assert.equal(countSecondsUntil(NOW, '2026-11-20T08:00:00.001Z'), 1);
  assert.equal(countSecondsUntil(NOW, '2026-11-20T08:00:01.001Z'), 2);
  assert.equal(countSecondsUntil(NOW, '2026-11-20T08:01:00.000Z'), 60);
  assert.equal(countSecondsUntil(NOW, NOW), 1);
  assert.equal(countSecondsUntil(NOW, '2026-11-20T07:00:00.000Z'), 1, 'in the past, the result is still one');
});

test('toEpochSeconds counts whole seconds since 1970', () => {
  assert.equal(toEpochSeconds('1970-01-01T00:00:01.999Z'), 1);
  assert.equal(toEpochSeconds(NOW), Date.parse(NOW) / 1000);
});
