import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RoundRobinQueue } from './round-robin-queue.ts';
import { computeMaxWaitMs } from './wait-limit.ts';

test('a request may wait for less time once other requests of its network site have been waiting for over five seconds', () => {
  assert.equal(computeMaxWaitMs(3000, undefined, 20_000), 3000);
  assert.equal(computeMaxWaitMs(3000, 10_000, 15_000), 3000);
  assert.equal(computeMaxWaitMs(3000, 10_000, 15_001), 1000);
});

test('a queue reports since when each network site has had items without a break', () => {
  // All clients whose addresses begin with 2001:db8:0 are in the same /48 network, and are therefore one site.
  const queue = new RoundRobinQueue<string>();
  const startedAt = performance.now();
  queue.add('2001:db8:0:1::/64', 'first');
  queue.add('2001:db8:0:2::/64', 'second');
  const waitingSince = queue.getWaitingSince('2001:db8:0:3::/64') ?? 0;
  assert.ok(waitingSince >= startedAt && waitingSince <= performance.now());
  assert.equal(queue.getWaitingSince('203.0.113.1'), undefined);
  assert.equal(queue.takeNext(), 'first');
  queue.add('2001:db8:0:1::/64', 'third');
  queue.takeNext();
  assert.equal(queue.getWaitingSince('2001:db8:0:1::/64'), waitingSince, 'one item is left');
  queue.takeNext();
  assert.equal(queue.getWaitingSince('2001:db8:0:1::/64'), undefined);
});
