import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { createWindowCounter } from './request-counter.ts';

const LIMIT = { requests: 3, seconds: 60 };
const NOON = Date.parse('2026-11-20T12:00:00.000Z');

test('a window starts with the first request and ends after exactly its length', () => {
  const countRequest = createWindowCounter();
  assert.deepEqual(countRequest('mia', LIMIT, NOON), { isAllowed: true, remaining: 2, resetSeconds: 60 });
  assert.deepEqual(countRequest('mia', LIMIT, NOON + 100), { isAllowed: true, remaining: 1, resetSeconds: 60 });
  assert.deepEqual(countRequest('mia', LIMIT, NOON + 30_000), { isAllowed: true, remaining: 0, resetSeconds: 30 });
  assert.deepEqual(countRequest('mia', LIMIT, NOON + 59_999), { isAllowed: false, remaining: 0, resetSeconds: 1 });
  assert.deepEqual(countRequest('mia', LIMIT, NOON + 60_000), { isAllowed: true, remaining: 2, resetSeconds: 60 });
});

test('each key has its own window', () => {
  const countRequest = createWindowCounter();
  for (let i = 0; i < 4; i += 1) countRequest('mia', LIMIT, NOON);
  assert.equal(countRequest('mia', LIMIT, NOON).isAllowed, false);
  assert.equal(countRequest('leo', LIMIT, NOON).isAllowed, true);
});

test('however the requests are spaced, at most twice the limit is allowed within the length of a window', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20_000 }), { maxLength: 60 }), (pauses) => {
      const countRequest = createWindowCounter();
      let now = NOON;
      const allowedTimes: number[] = [];
      for (const pause of pauses) {
        now += pause;
        if (countRequest('mia', LIMIT, now).isAllowed) allowedTimes.push(now);
      }
      // With fixed windows, at most two windows overlap with any minute.
      for (const start of allowedTimes) {
        const allowedWithinMinute = allowedTimes.filter((time) => time >= start && time < start + 60_000);
        assert.ok(allowedWithinMinute.length <= 2 * LIMIT.requests);
      }
    }),
  );
});

test('expired windows are removed from memory, and open windows remain', () => {
  const countRequest = createWindowCounter();
  const bytesBefore = measureHeap();
  for (let i = 0; i < 200_000; i += 1) countRequest(`address 2001:db8:${i}::/64`, LIMIT, NOON);
  countRequest('leo', { requests: 1, seconds: 600 }, NOON);
  const windowBytes = measureHeap() - bytesBefore;
  assert.ok(windowBytes > 10_000_000, 'the windows use memory');
  countRequest('mia', LIMIT, NOON + 61_000);
  assert.ok(measureHeap() - bytesBefore < windowBytes / 10, 'expired windows release their memory');
  assert.equal(countRequest('leo', { requests: 1, seconds: 600 }, NOON + 61_000).isAllowed, false);
});

/** The bytes in use after a garbage collection. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
