import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeviceId, networkOf } from './client.ts';

test('an address stands for a household', () => {
  const networks: Record<string, string> = {
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
    'no address': 'no address',
  };
  for (const [address, network] of Object.entries(networks)) assert.equal(networkOf(address), network);
});

test('a Device-Id is 1 to 200 visible ASCII characters', () => {
  for (const id of ['x', 'a'.repeat(200), '{8F14E45F-CEEA-467A}', '!~', "';drop"]) assert.ok(isDeviceId(id), id);
  for (const id of ['', 'a'.repeat(201), 'two words', ' x', 'x\n', 'x\0', 'планшет', '📱', '\x7f']) {
    assert.ok(!isDeviceId(id), JSON.stringify(id));
  }
});
