import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RequestTurns } from './turns.ts';

/** A request that works for this long ends the turn of the event loop, in which requests may work for 10 ms. */
const LONG_REQUEST_MS = 70;

/** Blocks the event loop, as a request on SQLite does. */
function blockEventLoop(milliseconds: number): void {
  const endsAt = performance.now() + milliseconds;
  while (performance.now() < endsAt);
}

test('a new request may begin immediately while the turn of the event loop has time left', async () => {
  const turns = new RequestTurns();
  assert.ok(turns.canBeginNow);
  blockEventLoop(LONG_REQUEST_MS);
  assert.ok(!turns.canBeginNow);
  await nextTurn();
  assert.ok(turns.canBeginNow);
});

test('long requests that arrive together begin in different turns of the event loop', async () => {
  const turns = new RequestTurns();
  const turnOfEachRequest: number[] = [];
  let turn = 0;
  for (let i = 0; i < 10; i += 1) {
    turns.enqueue('a', () => {
      blockEventLoop(LONG_REQUEST_MS);
      turnOfEachRequest.push(turn);
    });
  }
  for (; turnOfEachRequest.length < 10; turn += 1) await nextTurn();
  assert.equal(new Set(turnOfEachRequest).size, 10, String(turnOfEachRequest));
});

test('short requests share a turn, and a new request does not overtake those that wait', async () => {
  const turns = new RequestTurns();
  let [begunCount, turn] = [0, 0];
  for (let i = 0; i < 100; i += 1) turns.enqueue('a', () => (begunCount += 1));
  assert.ok(!turns.canBeginNow);
  for (; begunCount < 100; turn += 1) await nextTurn();
  assert.ok(turn < 10, `${turn} turns`);
  assert.ok(turns.canBeginNow);
});

test('clients take turns', async () => {
  const turns = new RequestTurns();
  const order: string[] = [];
  for (const client of ['a', 'a', 'a', 'b', 'c', 'b']) turns.enqueue(client, () => order.push(client));
  while (order.length < 6) await nextTurn();
  assert.deepEqual(order, ['a', 'b', 'c', 'a', 'b', 'a']);
});

test('the networks of an IPv6 site share the turns of their site', async () => {
  const turns = new RequestTurns();
  const order: string[] = [];
  const enqueue = (client: string) => turns.enqueue(client, () => order.push(client));
  const networks = Array.from({ length: 256 }, (_, i) => `2001:db8:0:${i.toString(16)}::/64`);
  networks.forEach(enqueue);
  networks.forEach(enqueue);
  enqueue('203.0.113.1');
  enqueue('2001:db8:1:0::/64');
  while (order.length < 2 * networks.length + 2) await nextTurn();
  assert.deepEqual(order.slice(0, 4), [networks[0], '203.0.113.1', '2001:db8:1:0::/64', networks[1]]);
  assert.deepEqual(order.slice(-256), networks);
});

test('connections that wait after a long turn are accepted before further requests begin', async () => {
  const turns = new RequestTurns();
  const events: string[] = [];
  const begin = (name: string) => () => {
    events.push(name);
    blockEventLoop(LONG_REQUEST_MS);
  };
  for (const name of ['first', 'second', 'third']) turns.enqueue('a', begin(name));
  while (events.length === 0) await nextTurn();
  for (let i = 0; i < 5; i += 1) {
    turns.recordConnection();
    events.push('connection');
    await nextTurn();
  }
  while (events.length < 8) await nextTurn();
  assert.deepEqual(events, ['first', ...Array.from({ length: 5 }, () => 'connection'), 'second', 'third']);
});

test('requests begin even if connections never stop arriving', { timeout: 10_000 }, async () => {
  const turns = new RequestTurns();
  let begunCount = 0;
  for (let i = 0; i < 5; i += 1) {
    turns.enqueue('a', () => {
      begunCount += 1;
      blockEventLoop(LONG_REQUEST_MS);
    });
  }
  const accept = () => {
    turns.recordConnection();
    if (begunCount < 5) setImmediate(accept);
  };
  setImmediate(accept);
  while (begunCount < 5) await nextTurn();
});

test('network sites share the time, so that long requests of one site hardly delay short requests of another site', async () => {
  const turns = new RequestTurns();
  const order: string[] = [];
  const enqueue = (client: string, milliseconds: number) =>
    turns.enqueue(client, () => {
      order.push(client);
      blockEventLoop(milliseconds);
    });
  for (let i = 0; i < 20; i += 1) enqueue('long', 15);
  for (let i = 0; i < 20; i += 1) enqueue('short', 0.1);
  while (order.length < 40) await nextTurn();
  const longBeforeLastShort = order.slice(0, order.lastIndexOf('short')).filter((client) => client === 'long').length;
  // All short requests together work for 2 ms, so only a few long ones may begin before the last of them.
  assert.ok(longBeforeLastShort <= 4, `${longBeforeLastShort} long requests began before the last short one`);
});
