import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WaitLimit } from './wait-limit.ts';

test('items wait for less time once a queue has not been empty for five seconds', () => {
  const limit = new WaitLimit(3000);
  assert.equal(limit.getMs(true, 10_000), 3000);
  assert.equal(limit.getMs(false, 15_000), 3000);
  assert.equal(limit.getMs(false, 15_001), 1000);
  assert.equal(limit.getMs(true, 16_000), 3000);
  assert.equal(limit.getMs(false, 21_000), 3000);
});
