import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seededShuffle } from './shuffle.ts';

test('seededShuffle permutes a copy and is deterministic for a seed', () => {
  fc.assert(
    fc.property(fc.array(fc.anything()), fc.string(), (list, seed) => {
      const before = [...list];
      const once = seededShuffle(list, seed);
      assert.deepEqual(list, before);
      assert.deepEqual(seededShuffle(list, seed), once);
      assert.equal(once.length, list.length);
      for (const thing of list) assert.equal(count(once, thing), count(list, thing));
    }),
  );
});

test('seededShuffle keeps giving the same order for a known seed', () => {
  assert.deepEqual(seededShuffle([...'abcdefgh'], 'attempt 1').join(''), 'hfgedabc');
});

test('seededShuffle gives every order about equally often', () => {
  const seeds = 24_000;
  const orders = new Map<string, number>();
  for (let seed = 0; seed < seeds; seed++) {
    const order = seededShuffle([...'abcd'], `attempt ${seed}`).join('');
    orders.set(order, (orders.get(order) ?? 0) + 1);
  }
  assert.equal(orders.size, 24);
  // Chi-squared with 23 degrees of freedom exceeds 49.7 once in a thousand; the seeds are fixed, so the test is deterministic.
  const expected = seeds / 24;
  const chiSquared = [...orders.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  assert.ok(chiSquared < 49.7, `${chiSquared}`);
});

function count(list: readonly unknown[], thing: unknown): number {
  return list.filter((other) => Object.is(other, thing)).length;
}
