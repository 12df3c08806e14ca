import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, UnavailableError } from '../../core/requests/api-error.ts';
import { ByteQuota } from './byte-quota.ts';

test('a byte quota limits each client and all clients together, and released bytes can be reserved again', () => {
  const quota = new ByteQuota({ total: 100, perAddress: 60, retryAfterSeconds: 5 });
  quota.reserve('a', 60);
  assert.throws(
    () => quota.reserve('a', 1),
    (error) => error instanceof ApiError && error.code === 'RATE_LIMITED',
  );
  quota.reserve('b', 40);
  assert.throws(() => quota.reserve('c', 1), UnavailableError);
  quota.release('a', 20);
  quota.reserve('c', 20);
  assert.throws(() => quota.reserve('a', 1), UnavailableError);
  quota.release('b', 40);
  quota.reserve('a', 20);
  assert.throws(() => quota.reserve('a', 1), ApiError);
});

test('all networks of one IPv6 site may together use only a quarter of a byte quota', () => {
  const quota = new ByteQuota({ total: 100, perAddress: 20, retryAfterSeconds: 5 });
  quota.reserve('2001:db8:7:1::/64', 20);
  quota.reserve('2001:db8:7:2::/64', 5);
  assert.throws(
    () => quota.reserve('2001:db8:7:3::/64', 1),
    (error) => error instanceof ApiError && error.code === 'RATE_LIMITED',
  );
  quota.reserve('2001:db8:8:1::/64', 20);
  quota.release('2001:db8:7:1::/64', 20);
  quota.reserve('2001:db8:7:3::/64', 20);
  assert.throws(() => quota.reserve('2001:db8:7:4::/64', 1), ApiError);
});
