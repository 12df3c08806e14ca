import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { createFixedWindows } from './fixed-window.ts';

const LIMIT = { requests: 3, seconds: 60 };
const NOON = Date.parse('2026-11-20T12:00:00.000Z');

test('a window starts with the first request and ends to the second', () => {
  const windows = createFixedWindows();
  assert.deepEqual(windows('mia', LIMIT, NOON), { allowed: true, remaining: 2, resetSeconds: 60 });
  assert.deepEqual(windows('mia', LIMIT, NOON + 100), { allowed: true, remaining: 1, resetSeconds: 60 });
  assert.deepEqual(windows('mia', LIMIT, NOON + 30_000), { allowed: true, remaining: 0, resetSeconds: 30 });
  assert.deepEqual(windows('mia', LIMIT, NOON + 59_999), { allowed: false, remaining: 0, resetSeconds: 1 });
  assert.deepEqual(windows('mia', LIMIT, NOON + 60_000), { allowed: true, remaining: 2, resetSeconds: 60 });
});

test('each key has its own window', () => {
  const windows = createFixedWindows();
  for (let i = 0; i < 4; i += 1) windows('mia', LIMIT, NOON);
  assert.equal(windows('mia', LIMIT, NOON).allowed, false);
  assert.equal(windows('leo', LIMIT, NOON).allowed, true);
});

test('no window allows more requests than the limit, at any pace', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20_000 }), { maxLength: 60 }), (pauses) => {
      const windows = createFixedWindows();
      let now = NOON;
      const allowed: number[] = [];
      for (const pause of pauses) {
        now += pause;
        if (windows('mia', LIMIT, now).allowed) allowed.push(now);
      }
      // Fixed windows: at most two of them touch any minute.
      for (const start of allowed) {
        const within = allowed.filter((at) => at >= start && at < start + 60_000);
        assert.ok(within.length <= 2 * LIMIT.requests);
      }
    }),
  );
});

test('expired windows are freed from memory, and open ones are kept', () => {
  const windows = createFixedWindows();
  const empty = heapUsed();
  for (let i = 0; i < 200_000; i += 1) windows(`address 2001:db8:${i}::/64`, LIMIT, NOON);
  windows('leo', { requests: 1, seconds: 600 }, NOON);
  const full = heapUsed() - empty;
  assert.ok(full > 10_000_000, 'the windows take memory');
  windows('mia', LIMIT, NOON + 61_000);
  assert.ok(heapUsed() - empty < full / 10, 'ended windows release their memory');
  assert.equal(windows('leo', { requests: 1, seconds: 600 }, NOON + 61_000).allowed, false);
});

/** Bytes in use once everything unused is gone. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
