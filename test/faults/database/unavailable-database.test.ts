import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { assertError, NEW_CHILD, startTestApp, type TestApp, testWithApp } from '../../support/test-app.ts';

const TERMINATION_WAIT_MS = 5000;

it('while PostgreSQL is unavailable, requests get a 503 error response; afterward they succeed without a restart', async () => {
  const app = await startTestApp('postgres');
  const adminClient = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await adminClient.connect();
  try {
    const child = await app.registerChild();
    const databaseName = new URL(app.ctx.settings.databaseUrl).pathname.slice(1);
    await adminClient.query(`alter database ${databaseName} with allow_connections false`);
    await adminClient.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      databaseName,
    ]);

    for (const [method, path, token] of [
      ['GET', '/app/users/me', child.token],
      ['GET', '/readyz', undefined],
      ['POST', '/app/auth/register/child', undefined],
    ] as const) {
      const body = method === 'POST' ? NEW_CHILD : undefined;
      const response = await app.call(method, path, { token, body });
      assertError(response, 503, 'INTERNAL_ERROR');
      assert.equal(response.headers.get('retry-after'), '2');
    }
    assert.equal((await app.call('GET', '/healthz')).status, 200, 'the process itself is alive');

    app.log.length = 0;
    const startedAt = performance.now();
    const requests = Array.from({ length: 100 }, () => app.call('GET', '/app/users/me', { token: child.token }));
    for (const response of await Promise.all(requests)) assert.equal(response.status, 503);
    const listOutageLogLines = () =>
      app.log.map((line) => JSON.parse(line)).filter(({ msg, count }) => msg === 'unavailable' && count > 0);
    while (listOutageLogLines().reduce((sum, { count }) => sum + count, 0) < 100) await sleep(50);
    assert.ok(
      listOutageLogLines().length <= 2 + (performance.now() - startedAt) / 1000,
      `${listOutageLogLines().length} lines, but at most one a second was expected`,
    );
    assert.ok(listOutageLogLines().every(({ err }) => err.stack.length > 0));

    await adminClient.query(`alter database ${databaseName} with allow_connections true`);
    app.advance(1); // /readyz caches its result for a second
    assert.equal((await app.call('GET', '/app/users/me', { token: child.token })).status, 200);
    assert.equal((await app.call('GET', '/readyz')).status, 200);
    assert.equal(await app.countRows('profiles'), 1, 'no partial registration');
  } finally {
    await adminClient.end();
    await app.close();
  }
});

it('with SQLite on a full disk, writes get 503 and reads succeed; writes succeed again when there is space', async () => {
  const app = await startTestApp('sqlite');
  try {
    const child = await app.registerChild();
    // SQLite raises this limit to the current number of pages, and reports a full disk when it needs another page.
    await sql`pragma max_page_count = 1`.execute(app.ctx.database.kysely);
    let response = await app.call('POST', '/app/auth/register/child', { body: NEW_CHILD });
    for (let registrationCount = 0; registrationCount < 200 && response.status === 201; registrationCount += 1) {
      response = await app.call('POST', '/app/auth/register/child', { body: NEW_CHILD });
    }
    assertError(response, 503, 'INTERNAL_ERROR');
    assertError(await app.call('GET', '/readyz'), 503, 'INTERNAL_ERROR');
    assert.equal((await app.call('GET', '/app/users/me', { token: child.token })).status, 200);
    await sql`pragma max_page_count = 1000000`.execute(app.ctx.database.kysely);
    assert.equal((await app.call('POST', '/app/auth/register/child', { body: NEW_CHILD })).status, 201);
    assert.equal(await app.countRows('profiles'), await app.countRows('pins'), 'no partial registration');
  } finally {
    await app.close();
  }
});

testWithApp('/readyz returns 503 while the database is read-only', async (app) => {
  const { kysely } = app.ctx.database;
  assert.equal((await app.call('GET', '/readyz')).status, 200);
  const child = await app.registerChild();
  if (app.database === 'sqlite') await sql`pragma query_only = on`.execute(kysely);
  else await setReadOnly(app, 'on');
  app.advance(1);
  assertError(await app.call('GET', '/readyz'), 503, 'INTERNAL_ERROR');
  assert.equal((await app.call('GET', '/app/users/me', { token: child.token })).status, 200);
  assertError(await app.call('POST', '/app/auth/register/child', { body: NEW_CHILD }), 503, 'INTERNAL_ERROR');
  if (app.database === 'sqlite') await sql`pragma query_only = off`.execute(kysely);
  else await setReadOnly(app, 'off');
  app.advance(1);
  assert.equal((await app.call('GET', '/readyz')).status, 200);
  assert.equal(await app.countRows('readiness_probes'), 0, 'the readiness check leaves no rows');
});

testWithApp('/readyz queries the database at most once a second', async (app) => {
  const checkReadiness = () => Promise.all(Array.from({ length: 50 }, () => app.call('GET', '/readyz')));
  const queryCountBefore = app.ctx.database.getQueryCount();
  for (const { status } of await checkReadiness()) assert.equal(status, 200);
  const queriesPerCheck = app.ctx.database.getQueryCount() - queryCountBefore;
  assert.ok(queriesPerCheck > 0 && queriesPerCheck < 10, `${queriesPerCheck} queries`);
  await checkReadiness();
  assert.equal(app.ctx.database.getQueryCount() - queryCountBefore, queriesPerCheck);
  app.advance(1);
  await checkReadiness();
  assert.equal(app.ctx.database.getQueryCount() - queryCountBefore, 2 * queriesPerCheck);
});

it('a service with an outdated schema is alive but not ready', async () => {
  const app = await startTestApp('sqlite');
  try {
    await sql`delete from kysely_migration`.execute(app.ctx.database.kysely);
    assert.equal((await app.call('GET', '/healthz')).status, 200);
    assertError(await app.call('GET', '/readyz'), 503, 'INTERNAL_ERROR');
  } finally {
    await app.close();
  }
});

/** Makes PostgreSQL refuse or allow writes to the app's database, and ends its connections, which would keep the old mode. */
async function setReadOnly({ ctx }: TestApp, mode: 'on' | 'off'): Promise<void> {
  const databaseName = new URL(ctx.settings.databaseUrl).pathname.slice(1);
  const client = new pg.Client({ connectionString: ctx.settings.databaseUrl });
  await client.connect();
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter database ${databaseName} set default_transaction_read_only = ${mode}`);
  await client.query(
    'select pg_terminate_backend(pid, $2) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [databaseName, TERMINATION_WAIT_MS], // without the wait, the next request might get a connection that is about to end
  );
  await client.end();
}
