import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RATE_LIMIT_BY_GROUP, type RateLimitGroup } from '../../../src/app/rate-limits.ts';
import { surface } from '../../../src/app/surface.ts';
import { HOUR } from '../../../src/core/time/instant.ts';
import { addWrongPins } from '../../support/family/wrong-pins.ts';
import {
  assertError,
  type TestApp,
  type TestRequest,
  type TestResponse,
  testWithApp,
  testWithRateLimits,
} from '../../support/test-app.ts';

const SAME_ADDRESS = { from: '203.0.113.7' };

test('rate limit groups have the limits of the specification, and app-change has that of app-read', () => {
  assert.deepEqual(RATE_LIMIT_BY_GROUP['app-auth'], { requests: 10, seconds: 60 });
  assert.deepEqual(RATE_LIMIT_BY_GROUP['panel-auth'], { requests: 10, seconds: 60 });
  assert.deepEqual(RATE_LIMIT_BY_GROUP['app-read'], { requests: 100, seconds: 60 });
  assert.deepEqual(RATE_LIMIT_BY_GROUP['app-write'], { requests: 30, seconds: 60 });
  assert.deepEqual(RATE_LIMIT_BY_GROUP.upload, { requests: 5, seconds: 60 });
  assert.deepEqual(RATE_LIMIT_BY_GROUP['verify-code'], { requests: 5, seconds: 60 });
  assert.deepEqual(RATE_LIMIT_BY_GROUP['app-change'], RATE_LIMIT_BY_GROUP['app-read']); // the specification names no limit
});

for (const name of Object.keys(RATE_LIMIT_BY_GROUP) as RateLimitGroup[]) {
  // Routes with an additional, lower limit are left out, because they would reach that limit first.
  const routes = surface.filter((route) => route.rateLimitGroups.length === 1 && route.rateLimitGroups[0] === name);
  if (routes.length === 0) continue;
  const { requests, seconds } = RATE_LIMIT_BY_GROUP[name];

  testWithRateLimits(
    `${name}: allows ${requests} requests across all its endpoints`,
    async (app) => {
      const sendRequest = (i: number) => {
        const route = routes[i % routes.length] ?? assert.fail();
        const path = route.path.replace(/:\w+/g, 'x');
        return app.call(route.method, path, { ...SAME_ADDRESS, ...(route.method !== 'GET' && { body: {} }) });
      };
      for (let i = 0; i < requests; i += 1) {
        const response = await sendRequest(i);
        assert.notEqual(response.status, 429, `request ${i + 1} of ${requests}`);
        assert.equal(response.headers.get('ratelimit-policy'), `"${name}";q=${requests};w=${seconds}`);
        assert.equal(response.headers.get('ratelimit'), `"${name}";r=${requests - 1 - i};t=${seconds}`);
        assert.equal(response.headers.get('retry-after'), null);
      }
      app.advance(seconds - 40);
      for (let i = 0; i < routes.length; i += 1) assertGroupLimited(await sendRequest(i), 40, name);
      app.advance(39);
      assertGroupLimited(await sendRequest(0), 1, name);
      app.advance(1);
      const nextResponse = await sendRequest(0);
      assert.notEqual(nextResponse.status, 429);
      const newWindowHeader = `"${name}";r=${requests - 1};t=${seconds}`;
      assert.equal(nextResponse.headers.get('ratelimit'), newWindowHeader);
    },
    { env: { OPERATOR_TOKEN: 'the-operators-token-of-2026' } },
  );
}

testWithRateLimits(
  'verify-code: allows five attempts a minute, whether correct, wrong or malformed, by API or page',
  async (app) => {
    const parent = await app.registerParent();
    const code = await app.generateManagerCode(parent.token);
    const attempt = (body: unknown) => app.call('POST', '/api/auth/verify-code', { body, ...SAME_ADDRESS });
    assertError(await attempt({ code: 'AAAA-AAAA' }), 400, 'INVALID_CODE');
    assertError(await attempt({ code: '?' }), 400, 'INVALID_CODE');
    assertError(await attempt({}), 400, 'VALIDATION_ERROR');
    const malformed = await app.call('POST', '/api/auth/verify-code', {
      raw: '{"code":',
      headers: { 'content-type': 'application/json' },
      ...SAME_ADDRESS,
    });
    assertError(malformed, 400, 'VALIDATION_ERROR');
    const pageResponse = await app.call('POST', '/login/manager-code', {
      body: { code: 'AAAA-AAAA' },
      ...SAME_ADDRESS,
    });
    assert.equal(pageResponse.status, 403); // refused, because the form has no CSRF token, but counted as an attempt

    app.advance(15);
    assertGroupLimited(await attempt({ code }), 45, 'verify-code');
    assert.equal((await app.call('POST', '/login/manager-code', { body: { code }, ...SAME_ADDRESS })).status, 429);
    assert.equal(await app.countRows('panel_sessions'), 0);
    app.advance(45);
    assert.equal((await attempt({ code })).status, 200, 'a refused attempt does not use up the code');

    app.advance(60);
    for (let i = 0; i < 5; i += 1) {
      const managerCode = await app.call('POST', '/app/auth/manager-code', { token: parent.token });
      assert.equal((await attempt({ code: managerCode.body.data.code })).status, 200);
    }
    const sixthCode = await app.call('POST', '/app/auth/manager-code', { token: parent.token });
    assertGroupLimited(await attempt({ code: sixthCode.body.data.code }), 60, 'verify-code');
  },
);

testWithRateLimits('send-email-code: allows a client three sent emails in ten minutes to an address', async (app) => {
  const { email } = await app.registerParent();
  const otherParent = await app.registerParent();
  const emailCountBefore = (await app.deliverEmails()).length;
  const send = (address: unknown, from = '203.0.113.7') => {
    app.advance(6); // stays within the limit of ten requests a minute
    return app.call('POST', '/api/auth/send-email-code', { body: { email: address }, from });
  };
  for (let i = 0; i < 4; i += 1) {
    assertError(await send('no address'), 400, 'INVALID_EMAIL');
    assertError(await send('stranger@example.org'), 404, 'NOT_FOUND');
    assertError(await send(7), 400, 'VALIDATION_ERROR');
  }
  assert.equal((await send(email)).status, 200);
  app.advance(100);
  assert.equal((await send(` ${email.toUpperCase()} `)).status, 200); // capital letters and spaces do not matter
  assert.equal((await send(email)).status, 200);
  assertRetryAfter(await send(email), 600 - 118);
  assert.equal((await send(otherParent.email)).status, 200, 'the emails to two addresses are counted separately');
  assert.equal((await send(email, '203.0.113.8')).status, 200, 'a stranger cannot use up the codes of the parent');
  assert.equal((await app.deliverEmails()).length - emailCountBefore, 5);
  const appCode = await app.call('POST', '/app/auth/login/parent', { body: { email }, ...SAME_ADDRESS });
  assert.equal(appCode.status, 200, 'the limit of panel codes does not apply to the app');
  app.advance(600 - 118 - 13 - 6);
  assertRetryAfter(await send(email), 1);
  assert.equal((await send(email)).status, 200);
});

testWithRateLimits('requests are counted per profile, across all its tokens and IP addresses', async (app) => {
  const child = await app.registerChild({ pin: '1234' });
  const secondLogin = await app.loginChild(child.id);
  const otherChild = await app.registerChild();
  for (let i = 0; i < 100; i += 1) {
    const token = i % 2 === 0 ? child.token : secondLogin.body.data.token;
    assert.equal((await getMe(app, { token })).status, 200); // each request has a different IP address
  }
  assertGroupLimited(await getMe(app, { token: child.token, ...SAME_ADDRESS }), 60, 'app-read');
  assertGroupLimited(await getMe(app, { token: secondLogin.body.data.token, device: 'another' }), 60, 'app-read');
  assert.equal((await getMe(app, { token: otherChild.token, ...SAME_ADDRESS })).status, 200);
  assert.equal((await app.call('GET', '/app/auth/profiles', { device: 'any', ...SAME_ADDRESS })).status, 200);
});

testWithRateLimits('profile and avatar changes share one rate limit, which does not count reads', async (app) => {
  const { token } = await app.registerChild();
  for (let i = 0; i < 100; i += 1) {
    const [path, body] = i % 2 === 0 ? ['/app/users/me', { language: 'uk' }] : ['/app/avatar', { hat: null }];
    assert.equal((await app.call('PATCH', path as string, { token, body })).status, 200);
  }
  const request = { token, body: { language: 'es' } };
  assertGroupLimited(await app.call('PATCH', '/app/users/me', request), 60, 'app-change');
  assert.equal(
    (await getMe(app, { token })).body.data.language,
    'uk',
    'a refused request does not change the language',
  );
});

testWithRateLimits(
  'the requests of a known device are counted for the device, those of an unknown one for its IP address',
  async (app) => {
    await app.registerChild({ device: 'tablet-one-of-the-family' });
    await app.registerChild({ device: 'tablet-two-of-the-family' });
    for (let i = 0; i < 10; i += 1) {
      assert.equal((await sendInvalidLogin(app, { ...SAME_ADDRESS, device: `made-up-${i}` })).status, 400);
    }
    assertGroupLimited(await sendInvalidLogin(app, { ...SAME_ADDRESS, device: 'made-up-11' }), 60, 'app-auth');
    assertGroupLimited(await sendInvalidLogin(app, SAME_ADDRESS), 60, 'app-auth');
    for (const device of ['tablet-one-of-the-family', 'tablet-two-of-the-family']) {
      for (let i = 0; i < 10; i += 1)
        assert.equal((await sendInvalidLogin(app, { ...SAME_ADDRESS, device })).status, 400);
      assertGroupLimited(await sendInvalidLogin(app, { ...SAME_ADDRESS, device }), 60, 'app-auth');
      assertGroupLimited(await sendInvalidLogin(app, { device }), 60, 'app-auth'); // from another IP address
    }
  },
);

testWithRateLimits('a browser that has signed in to the panel is a known device', async (app) => {
  const parent = await app.registerParent();
  const cookie = (await app.openPanelSession(parent.token))
    .split('; ')
    .find((pair) => pair.startsWith('__Host-device='));
  const attempt = (request: TestRequest) => app.call('POST', '/api/auth/verify-email-code', { body: {}, ...request });
  for (let i = 0; i < 10; i += 1)
    assert.equal((await attempt({ ...SAME_ADDRESS, cookie: `__Host-device=made-up-${i}` })).status, 400);
  assertGroupLimited(await attempt(SAME_ADDRESS), 60, 'panel-auth');
  assert.equal((await attempt({ ...SAME_ADDRESS, cookie })).status, 400);
});

testWithRateLimits('an IPv6 /64 network counts as one client', async (app) => {
  for (let i = 0; i < 10; i += 1)
    assert.equal((await sendInvalidLogin(app, { from: `2001:db8:1:2::${i + 1}` })).status, 400);
  assertGroupLimited(await sendInvalidLogin(app, { from: '2001:db8:1:2:ffff:ffff:ffff:ffff' }), 60, 'app-auth');
  assertGroupLimited(await sendInvalidLogin(app, { from: '2001:0DB8:0001:0002::abcd' }), 60, 'app-auth');
  assert.equal(
    (await sendInvalidLogin(app, { from: '2001:db8:1:3::1' })).status,
    400,
    'two networks are counted separately',
  );

  for (let i = 0; i < 10; i += 1) assert.equal((await sendInvalidLogin(app, { from: '198.51.100.4' })).status, 400);
  assertGroupLimited(await sendInvalidLogin(app, { from: '::ffff:198.51.100.4' }), 60, 'app-auth');
  assert.equal((await sendInvalidLogin(app, { from: '198.51.100.5' })).status, 400);
});

testWithRateLimits('only the IP address added by the trusted proxy counts', async (app) => {
  for (let i = 0; i < 10; i += 1) {
    assert.equal((await sendInvalidLogin(app, { from: `192.0.2.${i}, 203.0.113.7` })).status, 400);
  }
  assertGroupLimited(await sendInvalidLogin(app, { from: '192.0.2.99, 203.0.113.7' }), 60, 'app-auth');
  assertGroupLimited(await sendInvalidLogin(app, SAME_ADDRESS), 60, 'app-auth');
});

testWithRateLimits(
  'X-Forwarded-For is ignored without TRUST_PROXY',
  async (app) => {
    assert.deepEqual(app.ctx.settings.trustProxy, []);
    for (let i = 0; i < 10; i += 1) assert.equal((await sendInvalidLogin(app, { from: `192.0.2.${i}` })).status, 400);
    assertGroupLimited(await sendInvalidLogin(app, { from: '192.0.2.99' }), 60, 'app-auth');
    const otherAddressHeaders = ['x-real-ip', 'forwarded', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'];
    for (const name of otherAddressHeaders) {
      assertGroupLimited(await sendInvalidLogin(app, { headers: { [name]: '192.0.2.98' } }), 60, 'app-auth');
    }
  },
  { env: { TRUST_PROXY: '' } },
);

testWithRateLimits('alternative spellings of a path share its rate limit', async (app) => {
  const { token } = await app.registerChild();
  for (let i = 0; i < 100; i += 1) assert.equal((await getMe(app, { token })).status, 200);
  const spellings = [
    ...'/%61pp/users/me /app/%75sers/me /app%2Fusers/me //app/users/me /app//users/me /app/users/me/'.split(' '),
    ...'/app/users/me? /app/users/me?fresh=1 /app/users/me;x=1 /APP/users/me /app/./users/me'.split(' '),
    '/app/x/../users/me',
  ];
  for (const path of spellings) {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await app.call(method, path, { token });
      assert.ok(status === 429 || status === 404, `${method} ${path} returned ${status}`);
    }
  }
  assert.equal((await app.call('HEAD', '/app/users/me', { token })).status, 429);

  for (let i = 0; i < 10; i += 1) await sendInvalidLogin(app, SAME_ADDRESS);
  for (const path of spellings.map((spelling) => spelling.replace('users/me', 'auth/login/parent'))) {
    const { status } = await app.call('POST', path, { body: {}, ...SAME_ADDRESS });
    assert.ok(status === 429 || status === 404, `POST ${path} returned ${status}`);
  }
});

testWithRateLimits('HEAD requests count like GET requests', async (app) => {
  const { token } = await app.registerChild();
  for (let i = 0; i < 100; i += 1) {
    assert.equal((await app.call(i % 2 === 0 ? 'HEAD' : 'GET', '/app/users/me', { token })).status, 200);
  }
  assertGroupLimited(await getMe(app, { token }), 60, 'app-read');
});

// SQLite only: the limits are counted in memory, and the sign-ins have tests on both databases.
testWithRateLimits(
  '300 known tablets behind one IP address sign in within a minute; the 301st waits',
  async (app) => {
    const tablets = Array.from({ length: 301 }, (_, i) => `the-tablet-of-pupil-number-${i}`);
    const startedAt = performance.now();
    const children = await runInBatches(tablets, (device) => app.registerChild({ device }));
    const signIn = (i: number) =>
      app.loginChild(children[i]?.id ?? '', '1234', { device: tablets[i] ?? '', ...SAME_ADDRESS });
    await addWrongPins(app, children[0]?.id ?? '', 40, SAME_ADDRESS.from); // which count for unknown devices only
    const signInStartedAt = performance.now();
    const responses = await runInBatches([...tablets.keys()].slice(0, 300), signIn);
    const seconds = (performance.now() - signInStartedAt) / 1000;
    assert.equal(responses.filter(({ status }) => status === 200).length, 300);
    // The maximum is less than a minute, so that a slightly slower machine still needs less than a minute.
    assert.ok(seconds < 45, `signing in took ${seconds} s (registering: ${(signInStartedAt - startedAt) / 1000} s)`);

    const refused = await signIn(300); // the known devices at one IP address share a limit of 300 requests a minute
    assertGroupLimited(refused, 60, 'app-auth');
    assert.equal(
      (await sendInvalidLogin(app, SAME_ADDRESS)).status,
      400,
      'an unknown device is counted separately from the known ones at the same IP address',
    );
    app.advance(60);
    assert.equal((await signIn(300)).status, 200);
  },
  { only: 'sqlite' },
);

testWithApp('RATE_LIMITS=off disables rate limits but not the limits on codes, emails and PINs', async (app) => {
  const child = await app.registerChild({ pin: '4821' });
  const { email } = await app.registerParent();
  for (let i = 0; i < 101; i += 1) {
    const response = await getMe(app, { token: child.token });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('ratelimit'), null);
    assert.equal(response.headers.get('ratelimit-policy'), null);
  }
  for (let i = 0; i < 11; i += 1) {
    const body = { code: 'AAAA-AAAA' };
    assertError(await app.call('POST', '/api/auth/verify-code', { body, ...SAME_ADDRESS }), 400, 'INVALID_CODE');
  }
  // The registration of the parent has already sent one email.
  for (let i = 0; i < 19; i += 1) {
    assert.equal((await app.call('POST', '/api/auth/send-email-code', { body: { email } })).status, 200);
  }
  assertError(await app.call('POST', '/api/auth/send-email-code', { body: { email } }), 429, 'RATE_LIMITED');
  assert.equal((await app.deliverEmails()).length, 20);
  for (let i = 0; i < 5; i += 1) assertError(await verifyPanelCode(app, email, '000000'), 400, 'INVALID_CODE');
  assertError(await verifyPanelCode(app, email, '000000'), 429, 'RATE_LIMITED');
  const enterPin = (pin: string) => app.loginChild(child.id, pin);
  for (let i = 0; i < 5; i += 1) assertError(await enterPin('0000'), 401, 'INVALID_PIN');
  assertError(await enterPin('4821'), 429, 'RATE_LIMITED');
});
testWithRateLimits('pictures, pages and health checks are not rate limited', async (app) => {
  const { token } = await app.registerChild();
  const { avatar_url } = (await getMe(app, { token })).body.data;
  const paths = [new URL(avatar_url).pathname, '/login', '/panel', '/', '/healthz', '/readyz', '/openapi.json'];
  for (let i = 0; i < 120; i += 1) {
    const response = await app.call('GET', paths[i % paths.length] ?? '', { ...SAME_ADDRESS, token });
    assert.ok(response.status < 400, `${response.status}`);
    assert.equal(response.headers.get('ratelimit'), null);
  }
  assert.equal((await getMe(app, { token })).headers.get('ratelimit'), '"app-read";r=98;t=60');
  const unlimitedRoutes = surface.filter((route) => route.rateLimitGroups.length === 0);
  for (const { method, path } of unlimitedRoutes) assert.ok(method === 'GET' && !path.startsWith('/app/'), path);
});

testWithRateLimits('a change of the wall clock does not affect rate limit windows', async (app) => {
  for (let i = 0; i < RATE_LIMIT_BY_GROUP['app-auth'].requests; i += 1) await sendInvalidLogin(app, SAME_ADDRESS);
  app.advanceWallClock(-2 * HOUR);
  assertGroupLimited(await sendInvalidLogin(app, SAME_ADDRESS), 60, 'app-auth');
  app.advanceWallClock(5 * HOUR);
  assertGroupLimited(await sendInvalidLogin(app, SAME_ADDRESS), 60, 'app-auth');
  app.advance(59);
  assertGroupLimited(await sendInvalidLogin(app, SAME_ADDRESS), 1, 'app-auth');
  app.advance(1);
  assert.equal((await sendInvalidLogin(app, SAME_ADDRESS)).status, 400);
});

testWithRateLimits('after the clock is set back, nobody has to wait longer than the window of a limit', async (app) => {
  const { email } = await app.registerParent();
  const requestCode = () => app.call('POST', '/api/auth/send-email-code', { body: { email }, ...SAME_ADDRESS });
  for (let i = 0; i < 3; i += 1) assert.equal((await requestCode()).status, 200);
  app.advance(60);
  assertRetryAfter(await requestCode(), 540);
  app.advanceWallClock(-2 * HOUR);
  for (let i = 0; i < 3; i += 1) assert.equal((await requestCode()).status, 200, 'a new window has begun');
  assertRetryAfter(await requestCode(), 600);
});

/** Sends a request of the rate limit group app-auth that fails validation. */
function sendInvalidLogin(app: TestApp, request: TestRequest): Promise<TestResponse> {
  return app.call('POST', '/app/auth/login/parent', { body: {}, ...request });
}

function getMe(app: TestApp, request: TestRequest): Promise<TestResponse> {
  return app.call('GET', '/app/users/me', request);
}

function verifyPanelCode(app: TestApp, email: string, code: string): Promise<TestResponse> {
  return app.call('POST', '/api/auth/verify-email-code', { body: { email, code }, ...SAME_ADDRESS });
}

/** Asserts that a rate limit group refuses the request and has this number of seconds left in its window. */
function assertGroupLimited(response: TestResponse, seconds: number, group: RateLimitGroup): void {
  assert.equal(response.status, 429, response.text);
  assert.equal(response.headers.get('retry-after'), String(seconds));
  const { requests, seconds: window } = RATE_LIMIT_BY_GROUP[group];
  assert.equal(response.headers.get('ratelimit-policy'), `"${group}";q=${requests};w=${window}`);
  assert.equal(response.headers.get('ratelimit'), `"${group}";r=0;t=${seconds}`);
  if (!response.headers.get('content-type')?.startsWith('text/html')) {
    assertError(response, 429, 'RATE_LIMITED');
    assert.equal(response.body.error.details.retry_after, seconds);
  }
}

/** Asserts that the request is refused with this Retry-After. */
function assertRetryAfter(response: TestResponse, seconds: number, message = 'seconds to wait'): void {
  assertError(response, 429, 'RATE_LIMITED');
  assert.equal(response.headers.get('retry-after'), String(seconds), message);
  assert.equal(response.body.error.details.retry_after, seconds);
}

/** Runs the action for each input, fifty at a time. */
async function runInBatches<T, R>(inputs: readonly T[], action: (input: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < inputs.length; i += 50) results.push(...(await Promise.all(inputs.slice(i, i + 50).map(action))));
  return results;
}

testWithRateLimits('unknown paths of the app count as reads', async (app) => {
  for (let i = 0; i < 100; i += 1) assert.equal((await app.call('GET', `/app/none/${i}`, SAME_ADDRESS)).status, 404);
  assertGroupLimited(await app.call('GET', '/app/none', SAME_ADDRESS), 60, 'app-read');
  assertGroupLimited(await app.call('GET', '/app/auth/profiles', { ...SAME_ADDRESS, device: 'x' }), 60, 'app-read');
});

testWithRateLimits('a client can request codes for ten different email addresses an hour', async (app) => {
  const device = 'tablet';
  await app.registerChild({ ...SAME_ADDRESS, device });
  for (const request of [SAME_ADDRESS, { ...SAME_ADDRESS, device }]) {
    const send = (name: string, path = 'login') => {
      app.advance(6); // stays within the limit of ten requests a minute
      const body = { email: `${name}@${request === SAME_ADDRESS ? 'a' : 'b'}.example.org` };
      return app.call('POST', `/app/auth/${path}/parent`, { ...request, body });
    };
    for (let i = 0; i < 10; i += 1) assert.equal((await send(`p${i}`, i < 5 ? 'login' : 'register')).status, 200);
    const { status, headers } = await send('p10');
    assert.equal(status, 429);
    assert.equal(headers.get('retry-after'), String(3600 - 10 * 6));
    assert.equal((await send('p10', 'register')).status, 429);
    assert.equal((await send('p9')).status, 200, 'addresses that were counted before are still accepted');
  }
});

testWithRateLimits(
  'all clients of a site can request codes for a hundred different email addresses an hour',
  async (app) => {
    const getDevice = (i: number) => `tablet-${i % 11}`.padEnd(32, '-');
    const request = (i: number) => {
      const body = { email: `p${i}@example.org` };
      return app.call('POST', '/app/auth/login/parent', { body, from: `2001:db8:1:${i % 9}::1`, device: getDevice(i) });
    };
    for (let i = 0; i < 11; i += 1) await app.registerChild({ device: getDevice(i) }); // each is a known device
    for (let i = 0; i < 100; i += 1) assert.equal((await request(i)).status, 200, `${i}`);
    assert.equal((await request(100)).status, 429);
    assert.equal((await request(7)).status, 200, 'addresses that were counted before are still accepted');
  },
);
