import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { toNetworkAddress } from '../../core/requests/ip-address.ts';
import { isDeviceId, readCookie } from './client.ts';

test('toNetworkAddress groups IPv6 addresses by /64, converts mapped IPv4 addresses and removes ports', () => {
  const networkByAddress: Record<string, string> = {
    '203.0.113.7': '203.0.113.7',
    '127.0.0.1': '127.0.0.1',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::ffff:cb00:7107': '203.0.113.7',
    '2001:db8:1:2::1': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '::1': '::1',
    '0:0:0:0:0:0:0:1': '::1',
    '203.0.113.7:50123': '203.0.113.7',
    '[2001:db8:1:2::1]:50123': '2001:db8:1:2::/64',
    '[::ffff:203.0.113.7]': '203.0.113.7',
    'no address': 'no address',
  };
  for (const [address, network] of Object.entries(networkByAddress)) assert.equal(toNetworkAddress(address), network);
});

test('a Device-Id is 1 to 200 visible ASCII characters', () => {
  for (const id of ['x', 'a'.repeat(200), '{8F14E45F-CEEA-467A}', '!~', "';drop"]) assert.ok(isDeviceId(id), id);
  for (const id of ['', 'a'.repeat(201), 'two words', ' x', 'x\n', 'x\0', 'планшет', '📱', '\x7f']) {
    assert.ok(!isDeviceId(id), JSON.stringify(id));
  }
});

test('reading a cookie takes less than 6 ms of CPU time, even among 1,500 cookies whose values cannot be decoded', () => {
  const cookies = Array.from({ length: 1500 }, (_, i) => `k${i}=%ff`);
  const request = { headers: { cookie: [...cookies, 'wanted=value%20'].join('; ') } } as FastifyRequest;
  const usageBefore = process.threadCpuUsage();
  for (let i = 0; i < 10; i += 1) assert.equal(readCookie(request, 'wanted'), 'value%20');
  const { user, system } = process.threadCpuUsage(usageBefore);
  assert.ok(user + system < 60_000, `${(user + system) / 1000} ms for ten reads`);
});
