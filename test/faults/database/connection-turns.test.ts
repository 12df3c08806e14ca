import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentWork } from '../../../src/platform/concurrency/current-work.ts';
import { openPool } from '../../../src/platform/database/postgres-pool.ts';

const QUERIES = 40;

test('many queries of one client delay each query of another client by at most one', async () => {
  const pool = openPool(process.env.TEST_POSTGRES_URL ?? '', { connections: 1, statementTimeoutMs: 10_000 });
  const order: string[] = [];
  const query = (client: string) =>
    currentWork.run({ name: 'test', client }, async () => {
      await pool.query('select pg_sleep(0.005)');
      order.push(client);
    });
  const manyQueries = Array.from({ length: QUERIES }, () => query('many'));
  const fewQueries = [query('few'), query('few')];
  await Promise.all(fewQueries);
  assert.ok(order.length <= 6, `both are done after ${order.length} queries`);
  await Promise.all(manyQueries);
  assert.equal(order.length, QUERIES + 2);
  await pool.end();
});

test('one client never holds all connections, so another finds a free one', async () => {
  const pool = openPool(process.env.TEST_POSTGRES_URL ?? '', { connections: 10, statementTimeoutMs: 10_000 });
  const query = (client: string, seconds: number) =>
    currentWork.run({ name: 'test', client }, () => pool.query(`select pg_sleep(${seconds})`));
  let done = 0;
  const many = Array.from({ length: 12 }, () => query('many', 1).then(() => (done += 1)));
  for (let i = 0; i < 5; i += 1) await query('few', 0);
  assert.equal(done, 0, 'five queries of another client end before the first of the many');
  await Promise.all(many);
  await pool.end();
});

test('a query that waits too long for a connection is refused, and later ones succeed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pool = openPool(process.env.TEST_POSTGRES_URL ?? '', { connections: 1, statementTimeoutMs: 10_000 });
  const client = await pool.connect();
  const waitingQuery = pool.query('select 1');
  t.mock.timers.tick(3000);
  await assert.rejects(waitingQuery, /timeout exceeded when trying to connect/);
  client.release();
  assert.equal((await pool.query('select 1')).rowCount, 1);
  await pool.end();
});
