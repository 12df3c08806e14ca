import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildApp, createContext } from '../../../src/app/build.ts';
import { surface } from '../../../src/app/surface.ts';
import { addSeconds } from '../../../src/core/instant.ts';
import { authenticator } from '../../../src/features/access/index.ts';
import { errorFragment, errorPage } from '../../../src/panel/index.ts';
import { deleteOldIdempotencyKeys, isFinal } from '../../../src/platform/http/idempotency/idempotency.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import { acceptsIdempotencyKey } from '../../../src/platform/http/surface.ts';
import { type Answer, assertRefusal, type Request, sharedWorld, story, type World } from '../../support/test-app.ts';

const DAY = 24 * 60 * 60;
const [OLD_SECRET, NEW_SECRET] = ['nBq7wZ4tK1xY8pV3mC6rL0sD5fG2hJ9u', 'Qe8Rt2Yu6Io0Pa4Sd7Fg1Hj5Kl9Zx3Cv'];
const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

test('exactly the app’s authenticated writes accept an Idempotency-Key', () => {
  const taking = surface.filter(acceptsIdempotencyKey).map(({ method, path }) => `${method} ${path}`);
  const wanted = surface.filter(
    ({ method, path, auth: who }) =>
      ['POST', 'PATCH', 'DELETE'].includes(method) && /^\/app\/(?!auth\/)/.test(path) && who !== 'public',
  );
  assert.deepEqual(
    taking,
    wanted.map(({ method, path }) => `${method} ${path}`),
  );
  for (const known of ['PATCH /app/users/me', 'PATCH /app/avatar']) assert.ok(taking.includes(known));
});

test('responses that a retry would get again are stored', () => {
  for (const status of [200, 201, 400, 403, 404, 409]) assert.ok(isFinal(status), String(status));
  for (const status of [401, 429, 500, 503]) assert.ok(!isFinal(status), String(status));
});

story('the same key and body replay the first response byte for byte, whatever changed since', async (world) => {
  const { child } = await world.family();
  const first = await rename(world, child, 'Mia', 'one');
  assert.equal(first.status, 200, first.text);
  assert.equal(first.headers.get('idempotency-replayed'), null);
  await rename(world, child, 'Zoë 🦦');
  await world.call('PATCH', '/app/users/me', { ...child, body: { language: 'uk' } });

  for (let again = 0; again < 2; again += 1) {
    const changes = await world.changes(async () => assertReplay(await rename(world, child, 'Mia', 'one'), first));
    assert.deepEqual(changes, {});
  }
  assert.equal(await nameOf(world, child), 'Zoë 🦦', 'and nothing is done again');
  const emoji = await rename(world, child, 'Oya 🦊', 'two');
  assertReplay(await rename(world, child, 'Oya 🦊', 'two'), emoji);
});

story('refusals are replayed in their original language', async (world) => {
  const child = await world.registerChild();
  const refused = [
    { body: { hat: 'no-such-hat' }, status: 404, code: 'ITEM_NOT_FOUND' },
    { body: { hat: 'crown-gold' }, status: 403, code: 'ITEM_LOCKED' },
    { body: { hat: 7 }, status: 400, code: 'VALIDATION_ERROR' },
    { body: {}, status: 400, code: 'VALIDATION_ERROR' },
  ];
  const dress = (body: object, key: string) => change(world, '/app/avatar', { ...child, body }, key);
  const firsts: Answer[] = [];
  for (const [i, { body, status, code }] of refused.entries()) {
    const answer = await dress(body, `key-${i}`);
    assertRefusal(answer, status, code);
    firsts.push(answer);
  }
  await change(world, '/app/users/me', { ...child, body: { language: 'pl' } });
  for (const [i, { body }] of refused.entries()) {
    const [first, again] = [firsts[i] ?? assert.fail(), await dress(body, `key-${i}`)];
    assertReplay(again, first);
  }
  const anew = await dress({ hat: 'crown-gold' }, 'key-anew');
  assert.notEqual(anew.text, firsts[1]?.text, 'a new key is answered anew');
});

story('the same key with another body gives 409, even for a difference of one byte', async (world) => {
  const child = await world.registerChild();
  const first = await rename(world, child, 'Mia', 'one');
  const raws = ['{"display_name":"Zoe"}', '{"display_name": "Mia"}', '{"display_name":"Mia","x":1}', '{}', ''];
  const json = { 'content-type': 'application/json' };
  for (const raw of raws) {
    const answer = await change(world, '/app/users/me', { ...child, raw, headers: json }, 'one');
    assertRefusal(answer, 409, 'CONFLICT');
    assert.equal(answer.body.error.details.reason, 'key_reused');
    assert.equal(answer.headers.get('idempotency-replayed'), null);
  }
  assert.equal(await nameOf(world, child), 'Mia');
  assertReplay(await rename(world, child, 'Mia', 'one'), first);
});

story('the same key for another path or profile, or in another case, is independent', async (world) => {
  const { child, parent } = await world.family();
  const body = { display_name: 'Mia', hat: null };
  const first = await change(world, '/app/users/me', { ...child, body }, 'one');
  const others = [
    await change(world, '/app/avatar', { ...child, body }, 'one'),
    await change(world, '/app/users/me', { token: parent.token, body }, 'one'),
    await change(world, '/app/users/me', { ...child, body }, 'One'),
  ];
  for (const other of others) {
    assert.equal(other.status, 200, other.text);
    assert.equal(other.headers.get('idempotency-replayed'), null);
  }
  assertReplay(await change(world, '/app/users/me?from=menu', { ...child, body }, 'one'), first);
  assert.equal(await world.count('idempotency_keys'), 4);
});

story('a key is kept for 24 hours and then deleted', async (world) => {
  const child = await world.registerChild();
  const first = await rename(world, child, 'Mia', 'one');
  await rename(world, child, 'Zoe');
  world.pass(DAY - 1);
  await deleteOldIdempotencyKeys(world.ctx);
  assertReplay(await rename(world, child, 'Mia', 'one'), first);
  assertRefusal(await rename(world, child, 'Oya', 'one'), 409, 'CONFLICT');
  world.pass(1);
  const anew = await rename(world, child, 'Oya', 'one');
  assert.equal(anew.body.data?.display_name, 'Oya', anew.text);
  assertReplay(await rename(world, child, 'Oya', 'one'), anew);
  assert.equal(await world.count('idempotency_keys'), 1);
  world.pass(DAY);
  await deleteOldIdempotencyKeys(world.ctx);
  assert.equal(await world.count('idempotency_keys'), 0);
});

story('after 401, 429 or 500 the same key can be used again', async (world) => {
  const child = await world.registerChild();
  const stranger = { token: undefined };
  assertRefusal(await rename(world, stranger, 'Mia', 'one'), 401, 'UNAUTHORIZED');
  assertFirst(await rename(world, child, 'Mia', 'one'), 200);

  for (let i = 0; i < 99; i += 1) await change(world, '/app/avatar', { ...child, body: { hat: null } });
  assertRefusal(await rename(world, child, 'Zoe', 'two'), 429, 'RATE_LIMITED');
  world.pass(60);
  assertFirst(await rename(world, child, 'Zoe', 'two'), 200);

  await breakProfiles(world);
  assertRefusal(await rename(world, child, 'Oya', 'three'), 500, 'INTERNAL_ERROR');
  await mendProfiles(world);
  assertFirst(await rename(world, child, 'Oya', 'three'), 200);

  await world.call('POST', '/app/auth/logout', child);
  assertRefusal(await rename(world, child, 'Oya', 'three'), 401, 'UNAUTHORIZED');
});

story(
  'fifty identical requests at once are executed once and get the same response',
  async (world) => {
    const child = await world.registerChild();
    await countProfileUpdates(world);
    for (let round = 1; round <= 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => rename(world, child, `Mia ${round}`, `round-${round}`)),
      );
      assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
      assert.equal(answers[0]?.body.data.display_name, `Mia ${round}`);
      assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1);
      assert.equal(await profileUpdates(world), round);
    }
  },
  UNHURRIED,
);

story(
  'fifty different bodies with one key at once: one is executed, the others get 409',
  async (world) => {
    const child = await world.registerChild();
    await countProfileUpdates(world);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => rename(world, child, `Mia ${i}`, 'one')));
    const done = answers.filter(({ status }) => status === 200);
    assert.equal(done.length, 1);
    for (const answer of answers.filter(({ status }) => status !== 200)) assertRefusal(answer, 409, 'CONFLICT');
    assert.equal(await profileUpdates(world), 1);
    assert.equal(await nameOf(world, child), done[0]?.body.data.display_name);
  },
  UNHURRIED,
);

story('a client that disconnected finds its response under the key', async (world) => {
  const child = await world.registerChild();
  await countProfileUpdates(world);
  await hangUp(world, child.token, '{"display_name":"Mia"}', 'one');
  const answer = await rename(world, child, 'Mia', 'one');
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('idempotency-replayed'), 'true');
  assert.equal(await profileUpdates(world), 1);
});

story('a second request waits for the response of the first', async (world) => {
  const child = await world.registerChild();
  await countProfileUpdates(world);
  const release = await holdProfile(world, child.id);
  const [first, second] = [rename(world, child, 'Mia', 'one'), rename(world, child, 'Mia', 'one')];
  const other = rename(world, child, 'Zoe', 'one');
  await sleep(100);
  assert.equal(await world.count('idempotency_keys'), 0, 'nothing is kept before the work is');
  release();
  const answers = [await first, await second, await other];
  assert.equal(await profileUpdates(world), 1);
  const done = answers.filter(({ status }) => status === 200);
  const replayed = done.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
  assert.equal(new Set(done.map(({ text }) => text)).size, 1);
  assert.equal(replayed.length, done.length - 1);
  for (const answer of answers.filter((each) => !done.includes(each))) assertRefusal(answer, 409, 'CONFLICT');
});

story('a request waiting longer than PostgreSQL allows gets 409, and the first is not disturbed', async (world) => {
  if (world.database === 'sqlite') return; // there everybody waits in the process
  const child = await world.registerChild();
  const release = await holdProfile(world, child.id);
  const both = [rename(world, child, 'Mia', 'one'), rename(world, child, 'Mia', 'one')];
  await cancelLastInLine(world);
  const waiter = await Promise.race(both);
  release();
  const answers = await Promise.all(both);
  assertRefusal(waiter, 409, 'CONFLICT');
  assert.deepEqual(waiter.body.error.details, { reason: 'in_progress', retry_after: 1 });
  assert.equal(waiter.headers.get('retry-after'), '1');
  const first = answers.find(({ status }) => status === 200) ?? assert.fail('the first is answered');
  assertReplay(await rename(world, child, 'Mia', 'one'), first);
});

story('an open claim of an older version blocks its key until it expires', async (world) => {
  const child = await world.registerChild();
  await rename(world, child, 'Mia', 'one');
  await rename(world, child, 'Zoe');
  await openClaim(world, 60);
  world.pass(59);
  const early = await rename(world, child, 'Mia', 'one');
  assertRefusal(early, 409, 'CONFLICT');
  assert.deepEqual(early.body.error.details, { reason: 'in_progress', retry_after: 1 });
  assertRefusal(await rename(world, child, 'Oya', 'one'), 409, 'CONFLICT');
  world.pass(1);
  assertRefusal(await rename(world, child, 'Oya', 'one'), 409, 'CONFLICT');
  const [one, ...others] = await Promise.all([1, 2, 3, 4].map(() => rename(world, child, 'Mia', 'one')));
  for (const other of others) assert.equal(other.text, one?.text);
  assert.equal(await nameOf(world, child), 'Mia', 'a retry has done it');
});

story('an endpoint cannot commit after one of its writes has failed', async (world) => {
  const child = await world.registerChild();
  const patchMe = surface.find(({ method, path }) => `${method} ${path}` === 'PATCH /app/users/me') ?? assert.fail();
  const careless: typeof patchMe.endpoint = {
    ...patchMe.endpoint,
    async run(ctx, _caller, _input) {
      await ctx
        .write(async ({ tx }) => {
          await tx.updateTable('profiles').set({ display_name: 'half' }).execute();
          throw new Error('half way');
        })
        .catch(() => {});
      return { id: child.id };
    },
  };
  const parts = { limits: {}, authenticator, errorPage, errorFragment };
  const app = createServer(world.ctx, { ...parts, rows: [{ ...patchMe, limits: [], endpoint: careless }] });
  const headers = { authorization: `Bearer ${child.token}`, 'idempotency-key': 'one' };
  const answer = await app.inject({ method: 'PATCH', url: '/app/users/me', headers, payload: {} });
  assert.equal(answer.statusCode, 500);
  assert.equal(await world.count('idempotency_keys'), 0);
  assert.notEqual(await nameOf(world, child), 'half');
  await app.close();
});

story(
  'key, body and path are stored hashed, and keys survive secret rotation',
  async (world) => {
    const child = await world.registerChild();
    const first = await rename(world, child, 'Mia', 'one-and-only-key');
    const row = await world.ctx.db.selectFrom('idempotency_keys').selectAll().executeTakeFirstOrThrow();
    const kept = JSON.stringify({ ...row, answer: null });
    for (const clear of ['one-and-only-key', 'Mia', '/app/users/me']) assert.ok(!kept.includes(clear), clear);

    const { settings, database, content, log, now } = world.ctx;
    const secretKeys = [NEW_SECRET, OLD_SECRET];
    const parts = { settings: { ...settings, secretKeys }, database, content: content.current, log, now };
    const turned = buildApp(createContext(parts));
    const again = (display_name: string) =>
      turned.inject({
        method: 'PATCH',
        url: '/app/users/me',
        headers: { authorization: `Bearer ${child.token}`, 'idempotency-key': 'one-and-only-key' },
        payload: { display_name },
      });
    assert.equal((await again('Mia')).payload, first.text);
    assert.equal((await again('Mia')).headers['idempotency-replayed'], 'true');
    assert.equal((await again('Zoe')).statusCode, 409);
    await turned.close();
  },
  { env: { SECRET_KEYS: OLD_SECRET } },
);

sharedWorld('The Idempotency-Key header', (world) => {
  it('must be 1 to 200 visible ASCII characters', async () => {
    const child = await world().registerChild();
    for (const key of ['', 'x'.repeat(201), 'two words', 'clé', 'a\tb', 'one,  two']) {
      assertRefusal(await rename(world(), child, 'Mia', key), 400, 'VALIDATION_ERROR', ['Idempotency-Key']);
    }
    assert.equal(await world().count('idempotency_keys'), 0);
    assert.notEqual(await nameOf(world(), child), 'Mia');
    for (const key of ['x', 'x'.repeat(200), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '!~', "';drop"]) {
      assertFirst(await rename(world(), child, 'Mia', key), 200);
    }
  });

  it('is ignored by reads, sign-in and the panel', async () => {
    const { child, parent } = await world().family();
    const headers = { 'idempotency-key': 'not a key, but nobody looks' };
    const before = await world().count('idempotency_keys');
    const calls: [string, string, Request][] = [
      ['GET', '/app/users/me', child],
      ['POST', '/app/auth/manager-code', { token: parent.token }],
      ['POST', '/app/auth/link/generate', { token: parent.token }],
      ['POST', '/api/auth/send-email-code', { body: { email: parent.email } }],
    ];
    for (const [method, path, request] of calls) {
      const answers = [1, 2].map(() => world().call(method, path, { ...request, headers }));
      for (const answer of await Promise.all(answers)) {
        assert.ok(answer.status < 300, `${path}: ${answer.text}`);
        assert.equal(answer.headers.get('idempotency-replayed'), null);
      }
    }
    assert.equal(await world().count('idempotency_keys'), before);
  });

  it('is optional', async () => {
    const child = await world().registerChild();
    const before = await world().count('idempotency_keys');
    assertFirst(await rename(world(), child, 'Mia'), 200);
    assert.equal(await world().count('idempotency_keys'), before);
  });

  it('is not used up by a malformed body', async () => {
    const child = await world().registerChild();
    const broken = { ...child, raw: '{"display_name":', headers: { 'content-type': 'application/json' } };
    assertRefusal(await change(world(), '/app/users/me', broken, 'one'), 400, 'VALIDATION_ERROR');
    assertFirst(await rename(world(), child, 'Mia', 'one'), 200);
  });
});

function rename(world: World, { token }: Request, display_name: string, key?: string): Promise<Answer> {
  return change(world, '/app/users/me', { token, body: { display_name } }, key);
}

function change(world: World, path: string, request: Request, key?: string): Promise<Answer> {
  const headers = { ...request.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  return world.call('PATCH', path, { ...request, headers });
}

async function nameOf(world: World, { token }: Request): Promise<string> {
  return (await world.call('GET', '/app/users/me', { token })).body.data.display_name;
}

function assertFirst(answer: Answer, status: number): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.headers.get('idempotency-replayed'), null);
}

function assertReplay(answer: Answer, first: Answer): void {
  assert.deepEqual([answer.status, answer.text], [first.status, first.text]);
  for (const header of ['content-type', 'content-length', 'cache-control']) {
    assert.equal(answer.headers.get(header), first.headers.get(header), header);
  }
  assert.equal(answer.headers.get('idempotency-replayed'), 'true');
}

/** Sends a whole request, and is gone as soon as the service has begun with it. */
async function hangUp(world: World, token: string, body: string, key: string): Promise<void> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  const head = [
    'PATCH /app/users/me HTTP/1.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${key}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  for (let i = 0; i < 1000 && (await world.count('idempotency_keys')) === 0; i += 1) await sleep(2);
  socket.destroy();
}

/** Holds a profile's row, or on SQLite the only writer, until it is released. */
async function holdProfile({ ctx }: World, id: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  void ctx
    .write(async ({ tx }) => {
      await tx.updateTable('profiles').set({ display_name: 'held' }).where('id', '=', id).execute();
      held.resolve();
      await released.promise;
      throw new Error('and changes nothing');
    })
    .catch(() => {});
  await held.promise;
  return released.resolve;
}

/** Ends the statement that waits for somebody who waits, as `statement_timeout` does. */
async function cancelLastInLine({ ctx }: World): Promise<void> {
  for (let i = 0; i < 500; i += 1) {
    const { rows } = await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and exists (
        select from unnest(pg_blocking_pids(pid)) as blocker where cardinality(pg_blocking_pids(blocker)) > 0
      )`.execute(ctx.database.owner);
    if (rows.length > 0) return;
    await sleep(10);
  }
  assert.fail('nobody waits for somebody who waits');
}

/** The only key, as an older version left it that died before it had answered. */
async function openClaim({ ctx }: World, seconds: number): Promise<void> {
  const open = { answered_at: null, status: null, content_type: null, answer: null };
  const row = { ...open, claim_ends_at: addSeconds(ctx.now(), seconds) };
  await ctx.write(({ tx }) => tx.updateTable('idempotency_keys').set(row).execute());
}

/** The database itself counts how often a profile is written. */
async function countProfileUpdates(world: World): Promise<void> {
  await run(world, 'create table writes (n integer)');
  await onProfileUpdate(world, 'insert into writes values (1)');
}

async function profileUpdates({ ctx }: World): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from writes`.execute(ctx.database.owner);
  return rows[0]?.n ?? 0;
}

/** A fault in the database that is no outage. */
async function breakProfiles(world: World): Promise<void> {
  await onProfileUpdate(world, 'insert into no_such_table values (1)');
}

async function mendProfiles(world: World): Promise<void> {
  await run(world, `drop trigger on_profile_update${world.database === 'postgres' ? ' on profiles' : ''}`);
}

async function onProfileUpdate(world: World, statement: string): Promise<void> {
  const trigger = 'create trigger on_profile_update after update on profiles';
  if (world.database === 'sqlite') return run(world, `${trigger} begin ${statement}; end`);
  const body = `begin ${statement}; return null; end`;
  await run(world, `create function on_profile_update() returns trigger language plpgsql as $$ ${body} $$`);
  await run(world, `${trigger} for each row execute function on_profile_update()`);
}

async function run({ ctx }: World, statement: string): Promise<void> {
  await sql.raw(statement).execute(ctx.database.owner);
}
