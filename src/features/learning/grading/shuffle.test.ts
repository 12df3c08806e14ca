import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shuffleBySeed } from './shuffle.ts';

test('shuffleBySeed permutes a copy and is deterministic for a seed', () => {
  fc.assert(
    fc.property(fc.array(fc.anything()), fc.string(), (list, seed) => {
      const original = [...list];
      const shuffled = shuffleBySeed(list, seed);
      assert.deepEqual(list, original);
      assert.deepEqual(shuffleBySeed(list, seed), shuffled);
      assert.equal(shuffled.length, list.length);
      for (const element of list) assert.equal(count(shuffled, element), count(list, element));
    }),
  );
});

test('shuffleBySeed returns the recorded order for a known seed', () => {
  assert.deepEqual(shuffleBySeed([...'abcdefgh'], 'attempt 1').join(''), 'hfgedabc');
});

test('shuffleBySeed returns every order about equally often', () => {
  const seedCount = 24_000;
  const orders = new Map<string, number>();
  for (let seed = 0; seed < seedCount; seed++) {
    const order = shuffleBySeed([...'abcd'], `attempt ${seed}`).join('');
    orders.set(order, (orders.get(order) ?? 0) + 1);
  }
  assert.equal(orders.size, 24);
  // Chi-squared with 23 degrees of freedom exceeds 49.7 once in a thousand; the seeds are fixed, so the test is deterministic.
  const expected = seedCount / 24;
  const chiSquared = [...orders.values()].reduce((sum, observed) => sum + (observed - expected) ** 2 / expected, 0);
  assert.ok(chiSquared < 49.7, `${chiSquared}`);
});

function count(list: readonly unknown[], element: unknown): number {
  return list.filter((candidate) => Object.is(candidate, element)).length;
}
