import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildApp, createContext } from '../../../src/app/build.ts';
import { surface } from '../../../src/app/surface.ts';
import { DAY } from '../../../src/core/time/instant.ts';
import { authenticator } from '../../../src/features/access/index.ts';
import { renderErrorFragment, renderErrorPage } from '../../../src/panel/index.ts';
import { sweepExpiredRows } from '../../../src/platform/database/index.ts';
import { isFinalStatus } from '../../../src/platform/http/idempotency.ts';
import { acceptsIdempotencyKey } from '../../../src/platform/http/route.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import {
  assertError,
  assertErrorReason,
  describeWithApp,
  type TestApp,
  type TestRequest,
  type TestResponse,
  testWithApp,
  testWithRateLimits,
} from '../../support/test-app.ts';

const [OLD_KEY, NEW_KEY] = ['nBq7wZ4tK1xY8pV3mC6rL0sD5fG2hJ9u', 'Qe8Rt2Yu6Io0Pa4Sd7Fg1Hj5Kl9Zx3Cv'];

test('authenticated writes to /app that check no PIN or code accept an Idempotency-Key, and no other requests do', () => {
  const acceptingRoutes = surface.filter(acceptsIdempotencyKey).map(({ method, path }) => `${method} ${path}`);
  const expectedRoutes = surface.filter(
    ({ method, path, auth }) =>
      ['POST', 'PATCH', 'DELETE'].includes(method) &&
      /^\/app\/(?!auth\/)/.test(path) &&
      auth !== 'public' &&
      !(method === 'DELETE' && path === '/app/users/me'), // checks a PIN or a code
  );
  assert.deepEqual(
    acceptingRoutes,
    expectedRoutes.map(({ method, path }) => `${method} ${path}`),
  );
  for (const route of ['PATCH /app/users/me', 'PATCH /app/avatar']) assert.ok(acceptingRoutes.includes(route));
});

test('only responses that a retry would receive again are stored', () => {
  for (const status of [200, 201, 400, 403, 404, 409]) assert.ok(isFinalStatus(status), String(status));
  for (const status of [401, 429, 500, 503]) assert.ok(!isFinalStatus(status), String(status));
});

testWithApp('the same key and body replay the first response byte for byte, whatever changed since', async (app) => {
  const { child } = await app.registerFamily();
  const first = await rename(app, child, 'Mia', 'key-1');
  assert.equal(first.status, 200, first.text);
  assert.equal(first.headers.get('idempotency-replayed'), null);
  await rename(app, child, 'Zoë 🦦');
  await app.call('PATCH', '/app/users/me', { ...child, body: { language: 'uk' } });

  for (let i = 0; i < 2; i += 1) {
    const changes = await app.diffRowCounts(async () => assertReplay(await rename(app, child, 'Mia', 'key-1'), first));
    assert.deepEqual(changes, {});
  }
  assert.equal(await readName(app, child), 'Zoë 🦦', 'the change is not repeated');
  const responseWithEmoji = await rename(app, child, 'Oya 🦊', 'key-2');
  assertReplay(await rename(app, child, 'Oya 🦊', 'key-2'), responseWithEmoji);
});

testWithApp('errors are replayed in their original language', async (app) => {
  const child = await app.registerChild();
  const cases = [
    { body: { hat: 'no-such-hat' }, status: 404, code: 'ITEM_NOT_FOUND' },
    { body: { hat: 'crown-gold' }, status: 403, code: 'ITEM_LOCKED' },
    { body: { hat: 7 }, status: 400, code: 'VALIDATION_ERROR' },
    { body: {}, status: 400, code: 'VALIDATION_ERROR' },
  ];
  const changeAvatar = (body: object, key: string) => sendPatch(app, '/app/avatar', { ...child, body }, key);
  const firstResponses: TestResponse[] = [];
  for (const [i, { body, status, code }] of cases.entries()) {
    const response = await changeAvatar(body, `key-${i}`);
    assertError(response, status, code);
    firstResponses.push(response);
  }
  await sendPatch(app, '/app/users/me', { ...child, body: { language: 'pl' } });
  for (const [i, { body }] of cases.entries()) {
    const [first, repeated] = [firstResponses[i] ?? assert.fail(), await changeAvatar(body, `key-${i}`)];
    assertReplay(repeated, first);
  }
  const newResponse = await changeAvatar({ hat: 'crown-gold' }, 'another-key');
  assert.notEqual(
    newResponse.text,
    firstResponses[1]?.text,
    'a request with a new key does not receive a stored response',
  );
});

testWithApp('the same key with another body gives 409, even for a difference of one byte', async (app) => {
  const child = await app.registerChild();
  const first = await rename(app, child, 'Mia', 'key-1');
  const otherBodies = ['{"display_name":"Zoe"}', '{"display_name": "Mia"}', '{"display_name":"Mia","x":1}', '{}', ''];
  const jsonHeaders = { 'content-type': 'application/json' };
  for (const raw of otherBodies) {
    const response = await sendPatch(app, '/app/users/me', { ...child, raw, headers: jsonHeaders }, 'key-1');
    assertErrorReason(response, 409, 'CONFLICT', 'key_reused');
    assert.equal(response.headers.get('idempotency-replayed'), null);
  }
  assert.equal(await readName(app, child), 'Mia');
  assertReplay(await rename(app, child, 'Mia', 'key-1'), first);
});

testWithApp('a key sent to another path, by another profile or in another letter case is another key', async (app) => {
  const { child, parent } = await app.registerFamily();
  const body = { display_name: 'Mia', hat: null };
  const first = await sendPatch(app, '/app/users/me', { ...child, body }, 'key-1');
  const independentResponses = [
    await sendPatch(app, '/app/avatar', { ...child, body }, 'key-1'),
    await sendPatch(app, '/app/users/me', { token: parent.token, body }, 'key-1'),
    await sendPatch(app, '/app/users/me', { ...child, body }, 'KEY-1'),
  ];
  for (const response of independentResponses) {
    assert.equal(response.status, 200, response.text);
    assert.equal(response.headers.get('idempotency-replayed'), null);
  }
  assertReplay(await sendPatch(app, '/app/users/me?from=menu', { ...child, body }, 'key-1'), first);
  assert.equal(await app.countRows('idempotency_keys'), 4);
});

testWithApp('a key is stored for 24 hours and then deleted', async (app) => {
  const child = await app.registerChild();
  const first = await rename(app, child, 'Mia', 'key-1');
  await rename(app, child, 'Zoe');
  app.advance(DAY - 1);
  await sweepExpiredRows(app.ctx);
  assertReplay(await rename(app, child, 'Mia', 'key-1'), first);
  assertError(await rename(app, child, 'Oya', 'key-1'), 409, 'CONFLICT');
  app.advance(1);
  const newResponse = await rename(app, child, 'Oya', 'key-1');
  assert.equal(newResponse.body.data?.display_name, 'Oya', newResponse.text);
  assertReplay(await rename(app, child, 'Oya', 'key-1'), newResponse);
  assert.equal(await app.countRows('idempotency_keys'), 1);
  app.advance(DAY);
  await sweepExpiredRows(app.ctx);
  assert.equal(await app.countRows('idempotency_keys'), 0);
});

testWithRateLimits('after 401, 429 or 500 the same key can be used again', async (app) => {
  const child = await app.registerChild();
  const requestWithoutToken = { token: undefined };
  assertError(await rename(app, requestWithoutToken, 'Mia', 'key-1'), 401, 'UNAUTHORIZED');
  assertNotReplayed(await rename(app, child, 'Mia', 'key-1'), 200);

  // With the successful request above, these requests use up the rate limit of 100 requests.
  for (let i = 0; i < 99; i += 1) await sendPatch(app, '/app/avatar', { ...child, body: { hat: null } });
  assertError(await rename(app, child, 'Zoe', 'key-2'), 429, 'RATE_LIMITED');
  app.advance(60);
  assertNotReplayed(await rename(app, child, 'Zoe', 'key-2'), 200);

  await breakProfileUpdates(app);
  assertError(await rename(app, child, 'Oya', 'key-3'), 500, 'INTERNAL_ERROR');
  await repairProfileUpdates(app);
  assertNotReplayed(await rename(app, child, 'Oya', 'key-3'), 200);

  await app.call('POST', '/app/auth/logout', child);
  assertError(await rename(app, child, 'Oya', 'key-3'), 401, 'UNAUTHORIZED');
});

testWithApp('fifty identical concurrent requests are executed once and receive the same response', async (app) => {
  const child = await app.registerChild();
  await startCountingProfileUpdates(app);
  for (let round = 1; round <= 3; round += 1) {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => rename(app, child, `Mia ${round}`, `round-${round}`)),
    );
    assert.equal(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal(responses[0]?.body.data.display_name, `Mia ${round}`);
    assert.equal(responses.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1);
    assert.equal(await readUpdateCount(app), round);
  }
});

testWithApp(
  'of fifty concurrent requests with one key and different bodies, one is executed and the others receive 409',
  async (app) => {
    const child = await app.registerChild();
    await startCountingProfileUpdates(app);
    const responses = await Promise.all(Array.from({ length: 50 }, (_, i) => rename(app, child, `Mia ${i}`, 'key-1')));
    const successful = responses.filter(({ status }) => status === 200);
    assert.equal(successful.length, 1);
    for (const response of responses.filter(({ status }) => status !== 200)) assertError(response, 409, 'CONFLICT');
    assert.equal(await readUpdateCount(app), 1);
    assert.equal(await readName(app, child), successful[0]?.body.data.display_name);
  },
);

testWithApp('a client that disconnected gets its response when it repeats the request with the key', async (app) => {
  const child = await app.registerChild();
  await startCountingProfileUpdates(app);
  await sendAndDisconnect(app, child.token, '{"display_name":"Mia"}', 'key-1');
  const response = await rename(app, child, 'Mia', 'key-1');
  assert.equal(response.status, 200, response.text);
  assert.equal(response.headers.get('idempotency-replayed'), 'true');
  assert.equal(await readUpdateCount(app), 1);
});

testWithApp('a repeated request waits for the response of the first', async (app) => {
  const child = await app.registerChild();
  await startCountingProfileUpdates(app);
  const release = await lockProfile(app, child.id);
  const [first, second] = [rename(app, child, 'Mia', 'key-1'), rename(app, child, 'Mia', 'key-1')];
  const differentRequest = rename(app, child, 'Zoe', 'key-1');
  await sleep(100); // so that all three requests have reached the service
  assert.equal(await app.countRows('idempotency_keys'), 0, 'no key is stored before the request has finished');
  release();
  const responses = [await first, await second, await differentRequest];
  assert.equal(await readUpdateCount(app), 1);
  const successful = responses.filter(({ status }) => status === 200);
  const replayed = successful.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
  assert.equal(new Set(successful.map(({ text }) => text)).size, 1);
  assert.equal(replayed.length, successful.length - 1);
  for (const response of responses.filter((response) => !successful.includes(response)))
    assertError(response, 409, 'CONFLICT');
});

testWithRateLimits('a request waiting longer than PostgreSQL allows gets 409, and the first succeeds', async (app) => {
  if (app.database === 'sqlite') return; // on SQLite, requests wait within the process
  const child = await app.registerChild();
  const release = await lockProfile(app, child.id);
  const requests = [rename(app, child, 'Mia', 'key-1'), rename(app, child, 'Mia', 'key-1')];
  await cancelLastWaitingStatement(app);
  const waitingResponse = await Promise.race(requests);
  release();
  const responses = await Promise.all(requests);
  assertError(waitingResponse, 409, 'CONFLICT');
  assert.deepEqual(waitingResponse.body.error.details, { reason: 'in_progress', retry_after: 1 });
  assert.equal(waitingResponse.headers.get('retry-after'), '1');
  const first = responses.find(({ status }) => status === 200) ?? assert.fail('the first request succeeds');
  assertReplay(await rename(app, child, 'Mia', 'key-1'), first);
});

testWithRateLimits('an endpoint cannot commit after one of its writes has failed', async (app) => {
  const child = await app.registerChild();
  const patchMe = surface.find(({ method, path }) => `${method} ${path}` === 'PATCH /app/users/me') ?? assert.fail();
  const endpointIgnoringErrors: typeof patchMe.endpoint = {
    ...patchMe.endpoint,
    async run(ctx, _caller, _input) {
      await ctx
        .write(async ({ db }) => {
          await db.updateTable('profiles').set({ display_name: 'half' }).execute();
          throw new Error('failed after the first write');
        })
        .catch(() => {});
      return { id: child.id };
    },
  };
  const server = createServer(app.ctx, {
    rateLimits: {},
    authenticator,
    renderErrorPage,
    renderErrorFragment,
    routes: [{ ...patchMe, rateLimitGroups: [], endpoint: endpointIgnoringErrors }],
  });
  const headers = { authorization: `Bearer ${child.token}`, 'idempotency-key': 'key-1' };
  const response = await server.inject({ method: 'PATCH', url: '/app/users/me', headers, payload: {} });
  assert.equal(response.statusCode, 500);
  assert.equal(await app.countRows('idempotency_keys'), 0);
  assert.notEqual(await readName(app, child), 'half');
  await server.close();
});

testWithApp(
  'the key, body and path are stored as hashes, and a stored key still works after a change of the secret',
  async (app) => {
    const child = await app.registerChild();
    const first = await rename(app, child, 'Mia', 'one-and-only-key');
    const row = await app.ctx.db.selectFrom('idempotency_keys').selectAll().executeTakeFirstOrThrow();
    const storedText = JSON.stringify({ ...row, response: null }); // the stored response contains the name
    for (const clearText of ['one-and-only-key', 'Mia', '/app/users/me'])
      assert.ok(!storedText.includes(clearText), clearText);

    const { settings, database, content, log, now } = app.ctx;
    const secretKeys = [NEW_KEY, OLD_KEY];
    const rotatedCtx = createContext({
      settings: { ...settings, secretKeys },
      database,
      content: content.current,
      log,
      now,
    });
    const rotatedServer = buildApp(rotatedCtx);
    const repeatWith = (display_name: string) =>
      rotatedServer.inject({
        method: 'PATCH',
        url: '/app/users/me',
        headers: { authorization: `Bearer ${child.token}`, 'idempotency-key': 'one-and-only-key' },
        payload: { display_name },
      });
    assert.equal((await repeatWith('Mia')).payload, first.text);
    assert.equal((await repeatWith('Mia')).headers['idempotency-replayed'], 'true');
    assert.equal((await repeatWith('Zoe')).statusCode, 409);
    await rotatedServer.close();
  },
  { env: { SECRET_KEYS: OLD_KEY } },
);

describeWithApp('The Idempotency-Key header', (app) => {
  it('must be 1 to 200 visible ASCII characters', async () => {
    const child = await app.registerChild();
    for (const key of ['', 'x'.repeat(201), 'two words', 'clé', 'a\tb', 'one,  two']) {
      assertError(await rename(app, child, 'Mia', key), 400, 'VALIDATION_ERROR', ['Idempotency-Key']);
    }
    assert.equal(await app.countRows('idempotency_keys'), 0);
    assert.notEqual(await readName(app, child), 'Mia');
    for (const key of ['x', 'x'.repeat(200), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '!~', "';drop"]) {
      assertNotReplayed(await rename(app, child, 'Mia', key), 200);
    }
  });

  it('is ignored by reads, sign-in and the panel', async () => {
    const { child, parent } = await app.registerFamily();
    const headers = { 'idempotency-key': 'not a valid key, which is ignored' };
    const countBefore = await app.countRows('idempotency_keys');
    const calls: [string, string, TestRequest][] = [
      ['GET', '/app/users/me', child],
      ['POST', '/app/auth/manager-code', { token: parent.token }],
      ['POST', '/app/auth/link/generate', { token: parent.token }],
      ['POST', '/api/auth/send-email-code', { body: { email: parent.email } }],
    ];
    for (const [method, path, request] of calls) {
      const requests = [1, 2].map(() => app.call(method, path, { ...request, headers }));
      for (const response of await Promise.all(requests)) {
        assert.ok(response.status < 300, `${path}: ${response.text}`);
        assert.equal(response.headers.get('idempotency-replayed'), null);
      }
    }
    assert.equal(await app.countRows('idempotency_keys'), countBefore);
  });

  it('is optional', async () => {
    const child = await app.registerChild();
    const countBefore = await app.countRows('idempotency_keys');
    assertNotReplayed(await rename(app, child, 'Mia'), 200);
    assert.equal(await app.countRows('idempotency_keys'), countBefore);
  });

  it('is not used up by a malformed body', async () => {
    const child = await app.registerChild();
    const malformed = { ...child, raw: '{"display_name":', headers: { 'content-type': 'application/json' } };
    assertError(await sendPatch(app, '/app/users/me', malformed, 'key-1'), 400, 'VALIDATION_ERROR');
    assertNotReplayed(await rename(app, child, 'Mia', 'key-1'), 200);
  });
});

function rename(app: TestApp, { token }: TestRequest, display_name: string, key?: string): Promise<TestResponse> {
  return sendPatch(app, '/app/users/me', { token, body: { display_name } }, key);
}

function sendPatch(app: TestApp, path: string, request: TestRequest, key?: string): Promise<TestResponse> {
  const headers = { ...request.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  return app.call('PATCH', path, { ...request, headers });
}

async function readName(app: TestApp, { token }: TestRequest): Promise<string> {
  return (await app.call('GET', '/app/users/me', { token })).body.data.display_name;
}

function assertNotReplayed(response: TestResponse, status: number): void {
  assert.equal(response.status, status, response.text);
  assert.equal(response.headers.get('idempotency-replayed'), null);
}

function assertReplay(response: TestResponse, first: TestResponse): void {
  assert.deepEqual([response.status, response.text], [first.status, first.text]);
  for (const header of ['content-type', 'content-length', 'cache-control']) {
    assert.equal(response.headers.get(header), first.headers.get(header), header);
  }
  assert.equal(response.headers.get('idempotency-replayed'), 'true');
}

/** Sends a complete request and disconnects as soon as the service has handled it. */
async function sendAndDisconnect(app: TestApp, token: string, body: string, key: string): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const headLines = [
    'PATCH /app/users/me HTTP/1.1',
    `Host: ${hostname}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${key}`,
  ];
  socket.write(`${headLines.join('\r\n')}\r\n\r\n${body}`);
  for (let i = 0; i < 1000 && (await app.countRows('idempotency_keys')) === 0; i += 1) await sleep(2);
  socket.destroy();
}

/** Locks a profile's row on PostgreSQL, and all writes on SQLite. Returns a function that releases the lock. */
async function lockProfile({ ctx }: TestApp, id: string): Promise<() => void> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  void ctx
    .write(async ({ db }) => {
      await db.updateTable('profiles').set({ display_name: 'locked' }).where('id', '=', id).execute();
      locked.resolve();
      await released.promise;
      throw new Error('roll back');
    })
    .catch(() => {});
  await locked.promise;
  return released.resolve;
}

/** Cancels a statement that waits for another waiting statement, as PostgreSQL does after `statement_timeout`. */
async function cancelLastWaitingStatement({ ctx }: TestApp): Promise<void> {
  for (let i = 0; i < 500; i += 1) {
    const { rows } = await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and exists (
        select from unnest(pg_blocking_pids(pid)) as blocker where cardinality(pg_blocking_pids(blocker)) > 0
      )`.execute(ctx.database.kysely);
    if (rows.length > 0) return;
    await sleep(10);
  }
  assert.fail('no statement waits for another waiting statement');
}

/** Makes the database insert a row into the table `writes` for each update of a profile. */
async function startCountingProfileUpdates(app: TestApp): Promise<void> {
  await runSql(app, 'create table writes (number integer)');
  await createUpdateTrigger(app, 'insert into writes values (1)');
}

async function readUpdateCount({ ctx }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from writes`.execute(ctx.database.kysely);
  return rows[0]?.count ?? 0;
}

/** Makes every update of a profile fail with a database error that is not an outage. */
async function breakProfileUpdates(app: TestApp): Promise<void> {
  await createUpdateTrigger(app, 'insert into no_such_table values (1)');
}

async function repairProfileUpdates(app: TestApp): Promise<void> {
  await runSql(app, `drop trigger on_profile_update${app.database === 'postgres' ? ' on profiles' : ''}`);
}

/** Creates a trigger that executes a statement after each update of a profile. */
async function createUpdateTrigger(app: TestApp, statement: string): Promise<void> {
  const trigger = 'create trigger on_profile_update after update on profiles';
  if (app.database === 'sqlite') return runSql(app, `${trigger} begin ${statement}; end`);
  const body = `begin ${statement}; return null; end`;
  await runSql(app, `create function on_profile_update() returns trigger language plpgsql as $$ ${body} $$`);
  await runSql(app, `${trigger} for each row execute function on_profile_update()`);
}

async function runSql({ ctx }: TestApp, statement: string): Promise<void> {
  await sql.raw(statement).execute(ctx.database.kysely);
}
