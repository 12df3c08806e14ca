import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computePinWaitSeconds, UNKNOWN_DEVICE } from './pin-lock.ts';

test('the wait starts with the tenth wrong PIN and then grows to a maximum', () => {
  for (let failures = 0; failures <= 9; failures += 1) {
    assert.equal(computePinWaitSeconds(failures, UNKNOWN_DEVICE), 0);
    assert.equal(computePinWaitSeconds(failures, 'a known device'), 0);
  }
  const listWaitMinutes = (lockKey: string) =>
    [10, 11, 12, 13, 14, 15, 16, 17, 1000].map((failures) => computePinWaitSeconds(failures, lockKey) / 60);
  assert.deepEqual(listWaitMinutes(UNKNOWN_DEVICE), [1, 2, 5, 15, 30, 60, 60, 60, 60]);
  assert.deepEqual(listWaitMinutes('a known device'), [1, 2, 5, 15, 15, 15, 15, 15, 15]);
});

test('a year of guessing from an unknown device allows fewer attempts than there are PINs', () => {
  let [attempts, seconds] = [0, 0];
  while (seconds < 365 * 24 * 3600) {
    attempts += 1;
    seconds += computePinWaitSeconds(attempts, UNKNOWN_DEVICE);
  }
  assert.ok(attempts < 10_000, `${attempts} attempts`);
});
