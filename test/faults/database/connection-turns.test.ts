import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentWork } from '../../../src/platform/concurrency/current-work.ts';
import { openPool } from '../../../src/platform/database/postgres/postgres-pool.ts';

const QUERY_COUNT = 40;

test('many queries of one client delay each query of another client by at most one query', async () => {
  const pool = openPool(process.env.TEST_POSTGRES_URL ?? '', { maxConnections: 1, statementTimeoutMs: 10_000 });
  const order: string[] = [];
  const query = (client: string) =>
    currentWork.run({ name: 'test', client }, async () => {
      await pool.query('select pg_sleep(0.005)');
      order.push(client);
    });
  const manyQueries = Array.from({ length: QUERY_COUNT }, () => query('many'));
  const fewQueries = [query('few'), query('few')];
  await Promise.all(fewQueries);
  // If the clients take turns, two queries of each have run. Two more may run, one before each query of the other client.
  assert.ok(order.length <= 6, `both queries of the other client were done only after ${order.length} queries`);
  await Promise.all(manyQueries);
  assert.equal(order.length, QUERY_COUNT + 2);
  await pool.end();
});

test('a client gets at most five of ten connections, and at most two while other clients use the pool', async () => {
  const pool = openPool(process.env.TEST_POSTGRES_URL ?? '', { maxConnections: 10, statementTimeoutMs: 10_000 });
  const measureMaxConnections = async (client: string) => {
    let [runningCount, maxRunningCount] = [0, 0];
    // Eight concurrent queries are more than the connections that one client gets.
    const query = async () => {
      const connection = await pool.connect();
      runningCount += 1;
      maxRunningCount = Math.max(maxRunningCount, runningCount);
      await connection.query('select pg_sleep(0.05)');
      runningCount -= 1;
      connection.release();
    };
    await Promise.all(Array.from({ length: 8 }, () => currentWork.run({ name: 'test', client }, query)));
    return maxRunningCount;
  };
  assert.equal(await measureMaxConnections('first'), 5);
  assert.equal(await measureMaxConnections('second'), 2);
  await sleep(1000); // after a second without requests of other clients, the larger share applies again
  assert.equal(await measureMaxConnections('second'), 5);
  await pool.end();
});

test('a query that waits too long for a connection is refused, and later queries succeed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pool = openPool(process.env.TEST_POSTGRES_URL ?? '', { maxConnections: 1, statementTimeoutMs: 10_000 });
  const connection = await pool.connect();
  const waitingQuery = pool.query('select 1');
  t.mock.timers.tick(3000); // a query outside a request waits at most three seconds
  await assert.rejects(waitingQuery, /All connections to the database are in use/);
  connection.release();
  assert.equal((await pool.query('select 1')).rowCount, 1);
  await pool.end();
});

test('work that has already used a connection gets the next free one before work that has not begun', async () => {
  const pool = openPool(process.env.TEST_POSTGRES_URL ?? '', { maxConnections: 1, statementTimeoutMs: 10_000 });
  const order: string[] = [];
  const queryTwice = (name: string) =>
    currentWork.run({ name, client: name }, async () => {
      await pool.query('select pg_sleep(0.005)');
      order.push(name);
      await pool.query('select 1');
      order.push(name);
    });
  await Promise.all(['first', 'second', 'third'].map(queryTwice));
  // The first work releases the connection before it requests one again, so the second work begins in between.
  assert.deepEqual(order, ['first', 'second', 'first', 'second', 'third', 'third']);
  await pool.end();
});
