import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, Unavailable } from '../../core/requests/api-error.ts';
import { ByteQuota } from './byte-quota.ts';

test('a byte quota limits each address and all addresses together, and released bytes can be reserved again', () => {
  const quota = new ByteQuota({ total: 100, perAddress: 60, retrySeconds: 5 });
  quota.reserve('a', 60);
  assert.throws(
    () => quota.reserve('a', 1),
    (error) => error instanceof ApiError && error.code === 'RATE_LIMITED',
  );
  quota.reserve('b', 40);
  assert.throws(() => quota.reserve('c', 1), Unavailable);
  quota.release('a', 20);
  quota.reserve('c', 20);
  assert.throws(() => quota.reserve('a', 1), Unavailable);
  quota.release('b', 40);
  quota.reserve('a', 20);
  assert.throws(() => quota.reserve('a', 1), ApiError);
});
