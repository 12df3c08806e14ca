import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { IP_ADDRESS_LIMITS, QUOTAS } from '../../../src/core/quotas.ts';
import { DAY } from '../../../src/core/time/instant.ts';
import { createFamilyPlanet } from '../../../src/features/planets/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { createPlanetEntry, setPlanets } from '../../support/family/planets.ts';
import { getProfileId } from '../../support/learning/submissions.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import {
  assertError,
  assertErrorReason,
  describeWithApp,
  NEW_CHILD,
  type TestApp,
  type TestResponse,
  testWithRateLimits,
} from '../../support/test-app.ts';

async function countRowsOfProfile(app: TestApp, table: 'saved_profiles', profileId: string): Promise<number> {
  const rows = await app.ctx.db.selectFrom(table).select('profile_id').where('profile_id', '=', profileId).execute();
  return rows.length;
}

const loginOnDevice = (app: TestApp, profileId: string, device: string) =>
  app.loginChild(profileId, '1234', { device });

async function linkParentToChild(app: TestApp, parentToken: string, childToken: string): Promise<TestResponse> {
  return app.redeemLinkingCode(childToken, await app.generateLinkingCode(parentToken));
}

describeWithApp('Quotas of a profile', (app) => {
  it('limit stored Idempotency-Keys to 1000 rows and 4 MB, and do not refuse requests without a key', async () => {
    for (const limit of ['rows', 'bytes'] as const) {
      const { id, token } = await app.registerChild();
      const addTodo = (key?: string) =>
        app.call('POST', '/app/todos', {
          token,
          body: { title: 'Feed the cat' },
          headers: key === undefined ? {} : { 'idempotency-key': key },
        });
      const firstResponse = await addTodo('first');
      assert.equal(firstResponse.status, 201);
      const createOverrides = (i: number) => ({
        key_hash: `${id} ${i}`,
        ...(limit === 'bytes' && { response: 'x'.repeat(QUOTAS.idempotencyBytes - firstResponse.text.length) }),
      });
      await copyRows(
        app,
        'idempotency_keys',
        { subject: id },
        limit === 'rows' ? QUOTAS.idempotencyKeys - 2 : 1, // the first and the last key are the other two
        createOverrides,
      );
      assert.equal((await addTodo('the-last-one')).status, 201);
      const refusedResponse = await addTodo('one-more');
      assertErrorReason(refusedResponse, 429, 'RATE_LIMITED', 'too_many_keys');
      assert.ok(Number(refusedResponse.headers.get('retry-after')) > 0);
      assert.equal((await addTodo('first')).text, firstResponse.text, 'the stored response is sent again');
      assert.equal((await addTodo()).status, 201);
    }
  });

  it('limit the stored sessions of the app to 100 open and 100 ended ones, without the oldest', async () => {
    const { id, token } = await app.registerChild();
    const getStatus = async () => (await app.call('GET', '/app/users/me', { token })).status;
    const countSessions = async () => {
      const rows = await app.ctx.db.selectFrom('sessions').selectAll().where('profile_id', '=', id).execute();
      return { open: rows.filter((row) => row.revoked_at === null).length, all: rows.length };
    };
    app.advance(1);
    const now = app.ctx.now();
    // With the sessions of the registration and of the next sign-in, a hundred are open.
    await copyRows(app, 'sessions', { profile_id: id }, QUOTAS.openSessions - 2, (i) => {
      return { id: `${id} ${i}`, created_at: now };
    });
    await copyRows(app, 'sessions', { profile_id: id }, QUOTAS.endedSessions - 1, (i) => {
      return { id: `${id} ended ${i}`, revoked_at: now };
    });
    app.advance(1);
    assert.equal((await loginOnDevice(app, id, 'a-tablet')).status, 200);
    assert.deepEqual(await countSessions(), { open: 100, all: 199 });
    assert.equal(await getStatus(), 200);
    for (const device of ['another', 'a-third']) {
      assert.equal((await loginOnDevice(app, id, device)).status, 200);
      assert.deepEqual(await countSessions(), { open: 100, all: 200 });
      assert.equal(await getStatus(), 401, 'the oldest session has ended');
    }
  });

  it('limit the stored sessions of the panel to 100 open and 100 ended ones', async () => {
    const { token } = await app.registerParent();
    const id = await getProfileId(app, token);
    const countSessions = async () => {
      const rows = await app.ctx.db.selectFrom('panel_sessions').selectAll().where('profile_id', '=', id).execute();
      return { open: rows.filter((row) => row.ended_at === null).length, all: rows.length };
    };
    const oldestCookie = await app.openPanelSession(token);
    app.advance(1);
    const now = app.ctx.now();
    for (const [name, count, overrides] of [
      ['open', QUOTAS.openSessions - 1, { created_at: now }],
      ['ended', QUOTAS.endedSessions, { ended_at: now }],
    ] as const) {
      await copyRows(app, 'panel_sessions', { profile_id: id }, count, (i) => {
        return { id: `${id} ${name} ${i}`, token_hash: `${id} ${name} ${i}`, ...overrides };
      });
    }
    assert.deepEqual(await countSessions(), { open: 100, all: 200 });
    assert.equal((await app.call('GET', '/api/children', { cookie: oldestCookie })).status, 200);
    await app.openPanelSession(token);
    assert.deepEqual(await countSessions(), { open: 100, all: 200 });
    assert.equal((await app.call('GET', '/api/children', { cookie: oldestCookie })).status, 401);
  });

  it('limit devices per profile and profiles per device to 100', async () => {
    const { id } = await app.registerChild();
    const countDevices = () => countRowsOfProfile(app, 'saved_profiles', id);
    assert.equal((await loginOnDevice(app, id, 'the-first')).status, 200);
    app.advance(1);
    assert.equal((await loginOnDevice(app, id, 'the-second')).status, 200);
    app.advance(1);
    await copyRows(app, 'saved_profiles', { profile_id: id }, QUOTAS.devicesPerProfile - 2, (i) => {
      return { device_key: `device ${i}`, saved_at: app.ctx.now(), first_saved_at: app.ctx.now() };
    });
    assert.equal(await countDevices(), 100);
    assert.equal((await loginOnDevice(app, id, 'one-more')).status, 200);
    assert.equal(await countDevices(), 100);
    const listProfiles = (device: string) =>
      app.call('GET', '/app/auth/profiles', { headers: { 'device-id': device } });
    const listIds = async (device: string) =>
      (await listProfiles(device)).body.data.map((profile: { id: string }) => profile.id);
    assert.deepEqual(await listIds('the-second'), [], 'the device that signed in longest ago is removed');
    assert.deepEqual(await listIds('the-first'), [id], 'but not the first one');

    const schoolHeaders = { 'device-id': `a-school-${id}` };
    const device_key = app.ctx.secrets.hash('device', schoolHeaders['device-id']);
    const first = await app.registerChild({ headers: schoolHeaders });
    app.advance(1);
    assert.equal((await loginOnDevice(app, id, schoolHeaders['device-id'])).status, 200);
    const otherIds = Array.from({ length: QUOTAS.profilesPerDevice - 2 }, (_, i) => `${id} ${i}`);
    await copyRows(app, 'profiles', { id }, otherIds.length, (i) => ({ id: otherIds[i] ?? '' }));
    app.advance(1);
    await copyRows(app, 'saved_profiles', { profile_id: id, device_key }, otherIds.length, (i) => {
      return { profile_id: otherIds[i] ?? '', saved_at: app.ctx.now() };
    });
    assert.equal((await listProfiles(schoolHeaders['device-id'])).body.data.length, 100);
    const { id: newId } = await app.registerChild({ headers: schoolHeaders });
    const { data } = (await listProfiles(schoolHeaders['device-id'])).body;
    const savedIds: string[] = data.map((profile: { id: string }) => profile.id);
    assert.equal(savedIds.length, 100);
    assert.ok(!savedIds.includes(newId), 'a new profile is not saved on a full device, and removes no other');
    assert.ok(savedIds.includes(id));

    const { token } = await app.registerParent();
    const sibling = await app.registerChild();
    for (const child of [first, sibling]) await app.linkChild(token, child.token);
    assert.equal((await loginOnDevice(app, sibling.id, schoolHeaders['device-id'])).status, 200);
    const newIds = (await listProfiles(schoolHeaders['device-id'])).body.data.map(({ id }: { id: string }) => id);
    assert.equal(newIds.length, 100);
    assert.ok(newIds.includes(sibling.id), 'a sibling of the first profile is saved');
    assert.ok(!newIds.includes(id), 'it replaces the profile of another family that signed in longest ago');
  });

  it('allow a parent 50 children', async () => {
    const { child, parent } = await app.registerFamily();
    const parentId = await getProfileId(app, parent.token);
    await copyRows(app, 'profiles', { id: child.id }, QUOTAS.childrenPerParent - 2, (i) => ({
      id: `${child.id} ${i}`,
    }));
    await copyRows(app, 'guardians', { child_id: child.id }, QUOTAS.childrenPerParent - 2, (i) => {
      return { child_id: `${child.id} ${i}` };
    });
    const [lastChild, extraChild] = [await app.registerChild(), await app.registerChild()];
    assert.equal((await linkParentToChild(app, parent.token, lastChild.token)).status, 200);
    assertErrorReason(
      await linkParentToChild(app, parent.token, extraChild.token),
      409,
      'CONFLICT',
      'too_many_children',
    );
    assertError(await linkParentToChild(app, parent.token, lastChild.token), 409, 'ALREADY_LINKED');
    assert.equal(
      await app.ctx.db
        .selectFrom('guardians')
        .selectAll()
        .where('parent_id', '=', parentId)
        .execute()
        .then(({ length }) => length),
      50,
    );
  });

  it('limit the stored consents of a parent to 20 for each child', async () => {
    const { child, parent } = await app.registerFamily();
    const countConsents = () =>
      app.ctx.db
        .selectFrom('consents')
        .select('id')
        .where('child_id', '=', child.id)
        .execute()
        .then(({ length }) => length);
    await copyRows(app, 'consents', { child_id: child.id }, QUOTAS.consentsPerChild - 1, (i) => {
      return { id: `${child.id} ${i}`, given_at: `2020-01-${String(i + 1).padStart(2, '0')}T00:00:00.000Z` };
    });
    assert.equal(await countConsents(), 20);
    await app.ctx.write(({ db }) => db.deleteFrom('guardians').where('child_id', '=', child.id).execute());
    assert.equal((await linkParentToChild(app, parent.token, child.token)).status, 200);
    assert.equal(await countConsents(), 20);
  });

  it('allow a parent 100 founded planets, including ended ones', async () => {
    const { token } = await app.registerParent();
    const id = await getProfileId(app, token);
    const createPlanet = () => createFamilyPlanet(app.ctx, id, { name: 'Our Hill' });
    await createPlanet();
    const ended_at = app.ctx.now();
    await copyRows(app, 'family_planets', { founder_id: id }, QUOTAS.planetsPerFounder - 2, (i) => {
      return { id: `${id} ${i}`, ended_at };
    });
    await createPlanet();
    await assertFailsWith(createPlanet(), 'CONFLICT too_many_planets');
  });

  it('allow a child to join 500 different planets in total', async () => {
    setPlanets(app, [createPlanetEntry('first'), createPlanetEntry('second'), createPlanetEntry('third')]);
    const { id, token } = await app.registerChild();
    const joinOrLeave = (planetId: string, action: 'join' | 'leave') =>
      app.call('POST', `/app/planets/${planetId}/${action}`, { token });
    assert.equal((await joinOrLeave('first', 'join')).status, 200);
    await joinOrLeave('first', 'leave');
    await copyRows(app, 'planet_members', { profile_id: id }, QUOTAS.planetsPerChild - 2, (i) => ({
      planet_id: `gone ${i}`,
    }));
    assert.equal((await joinOrLeave('second', 'join')).status, 200);
    assertErrorReason(await joinOrLeave('third', 'join'), 409, 'CONFLICT', 'too_many_planets');
    assert.equal((await joinOrLeave('first', 'join')).status, 200, 'an earlier planet can be joined again');
  });
});

testWithRateLimits('one client IP address can register 500 children and request 500 codes per day', async (app) => {
  const register = () => app.call('POST', '/app/auth/register/child', { from: '203.0.113.9', body: NEW_CHILD });
  const requestCode = (i: number) =>
    app.call('POST', '/app/auth/register/parent', { from: '203.0.113.9', body: { email: `someone-${i}@example.org` } });
  const setCount = (name: string, count: number) =>
    app.ctx.write(({ db }) =>
      db.updateTable('counters').set({ count }).where('bucket', 'like', `${name}: %`).execute(),
    );
  const onKnownDevice = { from: '203.0.113.9', device: 'the-tablet-of-the-kitchen' };
  const { email } = await app.registerParent(undefined, onKnownDevice);
  assert.equal((await register()).status, 201);
  await setCount(IP_ADDRESS_LIMITS.registrations.name, IP_ADDRESS_LIMITS.registrations.maxCount - 1);
  assert.equal((await register()).status, 201);
  await app.assertRowChanges({}, async () => {
    const refusedResponse = await register();
    assertError(refusedResponse, 429, 'RATE_LIMITED');
    assert.ok(Number(refusedResponse.headers.get('retry-after')) > DAY - 60);
  });
  assert.equal((await requestCode(1)).status, 200);
  await setCount(IP_ADDRESS_LIMITS.codeSends.name, IP_ADDRESS_LIMITS.codeSends.maxCount - 1);
  assert.equal((await requestCode(2)).status, 200);
  assert.equal((await requestCode(3)).status, 200, 'one code an hour to each address');
  assertError(await requestCode(3), 429, 'RATE_LIMITED');
  const response = await app.call('POST', '/app/auth/login/parent', { ...onKnownDevice, body: { email } });
  assert.equal(
    response.status,
    200,
    'the requests of a device that has signed in as the parent are counted separately',
  );
  assert.equal(await app.countRows('outbox'), 4);
  app.advance(DAY);
  assert.equal((await register()).status, 201);
});

testWithRateLimits('500 attempts a day with email addresses without a code are counted per IP address', async (app) => {
  const verifyEmail = (email: string, from = '203.0.113.9') =>
    app.call('POST', '/app/auth/verify-email', { from, body: { email, code: '123456' } });
  assertError(await verifyEmail('nobody-1@example.org'), 400, 'INVALID_CODE');
  const { name, maxCount } = IP_ADDRESS_LIMITS.attemptsWithoutCode;
  await app.ctx.write(({ db }) =>
    db
      .updateTable('counters')
      .set({ count: maxCount - 1 })
      .where('bucket', 'like', `${name}: %`)
      .execute(),
  );
  assertError(await verifyEmail('nobody-2@example.org'), 400, 'INVALID_CODE');
  await app.assertRowChanges({}, async () => {
    assertError(await verifyEmail('nobody-3@example.org'), 400, 'INVALID_CODE');
  });
  assertError(await verifyEmail('nobody-3@example.org', '203.0.113.10'), 400, 'INVALID_CODE');
  const email = 'somebody@example.org';
  await app.call('POST', '/app/auth/register/parent', { body: { email } });
  const body = { email, code: await app.fetchEmailedCode(email) };
  assert.equal((await app.call('POST', '/app/auth/verify-email', { from: '203.0.113.9', body })).status, 200);
});

testWithRateLimits('an IPv6 site may register four times as many children as one IP address', async (app) => {
  const register = (network: number) =>
    app.call('POST', '/app/auth/register/child', { body: NEW_CHILD, from: `2001:db8:7:${network}::1` });
  const { name, maxCount } = IP_ADDRESS_LIMITS.registrations;
  assert.equal((await register(1)).status, 201);
  const setCount = (value: number) =>
    app.ctx.write(({ db }) =>
      db.updateTable('counters').set({ count: value }).where('bucket', 'like', `${name}: %`).execute(),
    );
  await setCount(maxCount);
  assertError(await register(1), 429, 'RATE_LIMITED');
  assert.equal((await register(2)).status, 201);
  await setCount(4 * maxCount);
  assertError(await register(3), 429, 'RATE_LIMITED');
});

testWithRateLimits('docs/security.md lists the quota of every table', async ({ ctx }) => {
  const tables = await ctx.database.kysely.introspection.getTables();
  const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');
  const [, quotas = ''] = /^## Quotas$(.*?)^## /ms.exec(page) ?? [];
  const missingTables = tables.map(({ name }) => name).filter((name) => !quotas.includes(`\`${name}\``));
  assert.deepEqual(missingTables, []);
});
