import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { UnsentResponses } from './unsent-responses.ts';

test('beyond the limit, the site whose unsent responses use the most memory loses its connection that has waited longest', () => {
  const unsent = new UnsentResponses(100);
  const [a1, a2, a3, b1] = [new Socket(), new Socket(), new Socket(), new Socket()];
  unsent.add('b', b1, 40);
  unsent.add('a', a1, 30);
  unsent.add('a', a2, 30);
  assert.ok([b1, a1, a2].every(({ destroyed }) => !destroyed));
  unsent.add('a', a3, 10);
  assert.deepEqual(
    [b1, a1, a2, a3].map(({ destroyed }) => destroyed),
    [false, true, false, false],
  );
});

test('the unsent responses of all networks of an IPv6 site count together', () => {
  const unsent = new UnsentResponses(100);
  const sockets = Array.from({ length: 4 }, () => new Socket());
  for (const [i, socket] of sockets.entries()) unsent.add(`2001:db8:0:${i}::/64`, socket, 20);
  const otherSocket = new Socket();
  unsent.add('203.0.113.1', otherSocket, 30);
  assert.deepEqual(
    [...sockets, otherSocket].map(({ destroyed }) => destroyed),
    [true, false, false, false, false],
  );
});

test('a response does not count once it has been sent', () => {
  const unsent = new UnsentResponses(100);
  const [a1, a2, b1] = [new Socket(), new Socket(), new Socket()];
  unsent.add('a', a1, 60);
  unsent.remove('a', a1);
  unsent.remove('a', a1);
  unsent.add('a', a2, 60);
  unsent.add('b', b1, 40);
  assert.ok([a1, a2, b1].every(({ destroyed }) => !destroyed));
});
