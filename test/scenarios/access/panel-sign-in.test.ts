import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { addSeconds, DAY, HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { fetchEmailedLink } from '../../support/family/guardians.ts';
import {
  assertError,
  describeWithRateLimits,
  formatCookieHeader,
  type TestApp,
  type TestRequest,
  type TestResponse,
} from '../../support/test-app.ts';

function verifyManagerCode(app: TestApp, code: string, request: TestRequest = {}): Promise<TestResponse> {
  return app.call('POST', '/api/auth/verify-code', { body: { code }, ...request });
}

function requestCode(app: TestApp, email: string, request: TestRequest = {}): Promise<TestResponse> {
  return app.call('POST', '/api/auth/send-email-code', { body: { email }, ...request });
}

async function requestAndReadCode(app: TestApp, email: string, request: TestRequest = {}): Promise<string> {
  const response = await requestCode(app, email, request);
  assert.equal(response.status, 200, response.text);
  return app.fetchEmailedCode(email);
}

function verifyEmailCode(app: TestApp, email: string, code: string, request: TestRequest = {}): Promise<TestResponse> {
  return app.call('POST', '/api/auth/verify-email-code', { body: { email, code }, ...request });
}

/** Whether the panel opens with the cookie instead of redirecting to the login page. */
async function canOpenPanel(app: TestApp, cookie: string): Promise<boolean> {
  const response = await app.call('GET', '/panel', { cookie });
  if (response.status === 200) return true;
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), '/login?next=%2Fpanel');
  return false;
}

/** Six digits that differ from the code. */
const createWrongCode = (code: string, offset = 1) => String((Number(code) + offset) % 1_000_000).padStart(6, '0');

describeWithRateLimits('Manager codes', (app) => {
  it('are formatted as XXXX-XXXX and expire after 5 minutes', async () => {
    const parent = await app.registerParent();
    await app.assertRowChanges({ codes: 1 }, async () => {
      const response = await app.call('POST', '/app/auth/manager-code', { token: parent.token });
      assert.equal(response.status, 201);
      const { code, expires_at, ...otherFields } = response.body.data;
      assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      assert.equal(expires_at, addSeconds(app.ctx.now(), 5 * MINUTE));
      assert.deepEqual(otherFields, {});
    });
  });

  it('can be generated only by parents', async () => {
    const child = await app.registerChild();
    await app.assertRowChanges({}, async () => {
      const path = '/app/auth/manager-code';
      assertError(await app.call('POST', path, { token: child.token }), 403, 'FORBIDDEN');
      assertError(await app.call('POST', path), 401, 'UNAUTHORIZED');
    });
  });

  it('open the panel', async () => {
    const { child, parent } = await app.registerFamily();
    const getProfile = async (token: string) => (await app.call('GET', '/app/users/me', { token })).body.data;
    const [childProfile, parentProfile] = [await getProfile(child.token), await getProfile(parent.token)];
    const code = await app.generateManagerCode(parent.token);
    // An email reports the new device, and a counter counts such emails.
    const response = await app.assertRowChanges({ panel_sessions: 1, saved_profiles: 1, outbox: 1, counters: 1 }, () =>
      verifyManagerCode(app, code),
    );
    assert.equal(response.status, 200);
    const { session_id, ...data } = response.body.data;
    assert.deepEqual(data, {
      user: {
        id: parentProfile.id,
        email: parent.email,
        role: 'parent',
        children: [
          { profile_id: child.id, display_name: childProfile.display_name, avatar_url: childProfile.avatar_url },
        ],
      },
      redirect_url: '/panel',
    });
    assert.match(session_id, /^[\w-]+$/);
    const [, sentEmail, ...otherEmails] = await app.fetchEmailsTo(parent.email);
    assert.match(sentEmail?.subject ?? '', /New sign-in/);
    assert.deepEqual(otherEmails, []);
  });

  it('open the panel after the parent has signed out of it', async () => {
    const parent = await app.registerParent();
    const cookie = await app.openPanelSession(parent.token);
    const code = await app.generateManagerCode(parent.token);
    assert.equal((await app.call('POST', '/api/auth/logout', { cookie })).status, 200);
    assert.equal((await verifyManagerCode(app, code)).status, 200);
  });

  it('are accepted regardless of case, dashes and look-alike characters', async () => {
    const parent = await app.registerParent();
    const spellings = [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replace('-', ''),
      (code: string) => ` ${code.replace('-', ' ')} `,
      (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
      (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'I'),
    ];
    for (const spell of spellings)
      assert.equal((await verifyManagerCode(app, spell(await app.generateManagerCode(parent.token)))).status, 200);
  });

  it('can be used once', async () => {
    const code = await app.generateManagerCode((await app.registerParent()).token);
    assert.equal((await verifyManagerCode(app, code)).status, 200);
    await app.assertRowChanges({}, async () => {
      const response = await verifyManagerCode(app, code);
      assertError(response, 400, 'INVALID_CODE');
      assert.deepEqual(response.headers.getSetCookie(), []);
    });
  });

  it('expire after 300 seconds', async () => {
    const [mom, dad] = [await app.registerParent(), await app.registerParent()];
    const [firstCode, secondCode] = [
      await app.generateManagerCode(mom.token),
      await app.generateManagerCode(dad.token),
    ];
    app.advance(299);
    assert.equal((await verifyManagerCode(app, firstCode)).status, 200);
    app.advance(1);
    assertError(await verifyManagerCode(app, secondCode), 400, 'INVALID_CODE');
  });

  it('stay valid beside two newer codes, and the use of one ends all of them', async () => {
    const parent = await app.registerParent();
    const codes: string[] = [];
    for (let i = 0; i < 4; i += 1) codes.push(await app.generateManagerCode(parent.token));
    const statuses: number[] = [];
    for (const code of codes) statuses.push((await verifyManagerCode(app, code)).status);
    assert.deepEqual(statuses, [400, 200, 400, 400]);
  });
});

describeWithRateLimits('Emailed panel codes', (app) => {
  it('are sent to a registered email address', async () => {
    const { email } = await app.registerParent();
    // The new counters count panel codes for the email address, emails of this client to it, and codes for the client IP address.
    await app.assertRowChanges({ codes: 1, counters: 4, outbox: 1 }, async () => {
      const response = await requestCode(app, ` ${email.toUpperCase()} `);
      assert.equal(response.status, 200);
      const { message, expires_in_seconds, ...otherFields } = response.body.data;
      assert.equal(typeof message, 'string');
      assert.equal(expires_in_seconds, 600);
      assert.deepEqual(otherFields, {});
    });
    assert.equal((await app.fetchEmailsTo(email)).length, 2);
  });

  it('give 404 for an unknown email address and 400 for an invalid one', async () => {
    const unverifiedEmail = 'not-yet-verified@example.org';
    await app.call('POST', '/app/auth/register/parent', { body: { email: unverifiedEmail } });
    await app.assertRowChanges({}, async () => {
      assertError(await requestCode(app, 'nobody@example.org'), 404, 'NOT_FOUND');
      assertError(await requestCode(app, unverifiedEmail), 404, 'NOT_FOUND');
      for (const email of ['', 'nobody', 'a@b', 'a b@c.de'])
        assertError(await requestCode(app, email), 400, 'INVALID_EMAIL', ['email']);
      const responseWithoutEmail = await app.call('POST', '/api/auth/send-email-code', { body: {} });
      assertError(responseWithoutEmail, 400, 'VALIDATION_ERROR', ['email']);
    });
    assert.deepEqual(await app.fetchEmailsTo('nobody@example.org'), []);
  });
  it('open the panel once, like a manager code', async () => {
    const { child, parent } = await app.registerFamily();
    const code = await requestAndReadCode(app, parent.email);
    // An email reports the new device. The new counters count such emails, attempts at the code and of its client, and, for the
    // attempt with the used code, those of its client at this address and at addresses without a code.
    await app.assertRowChanges({ panel_sessions: 1, saved_profiles: 1, outbox: 1, counters: 5 }, async () => {
      const response = await verifyEmailCode(app, parent.email, `${code.slice(0, 3)} ${code.slice(3)}`);
      assert.equal(response.status, 200);
      assert.deepEqual(Object.keys(response.body.data), ['session_id', 'user', 'redirect_url']);
      assert.equal(response.body.data.user.children[0].profile_id, child.id);
      assert.ok(await canOpenPanel(app, formatCookieHeader(response)));
      const secondResponse = await verifyEmailCode(app, parent.email, code);
      assertError(secondResponse, 400, 'INVALID_CODE');
      assert.deepEqual(secondResponse.headers.getSetCookie(), []);
    });
  });

  it('expire after 600 seconds', async () => {
    const [mom, dad] = [await app.registerParent(), await app.registerParent()];
    const [firstCode, secondCode] = [
      await requestAndReadCode(app, mom.email),
      await requestAndReadCode(app, dad.email),
    ];
    app.advance(599);
    assert.equal((await verifyEmailCode(app, mom.email, firstCode)).status, 200);
    app.advance(1);
    assertError(await verifyEmailCode(app, dad.email, secondCode), 400, 'INVALID_CODE');
  });

  it('are not accepted as sign-in codes of the app, and the panel does not accept sign-in codes of the app', async () => {
    const { email } = await app.registerParent();
    const panelCode = await requestAndReadCode(app, email);
    await app.call('POST', '/app/auth/login/parent', { body: { email } });
    const appCode = await app.fetchEmailedCode(email);
    const verifyAppCode = (code: string) => app.call('POST', '/app/auth/verify-email', { body: { email, code } });
    if (panelCode !== appCode) {
      // attempts at each code and of each client
      await app.assertRowChanges({ counters: 4 }, async () => {
        assertError(await verifyEmailCode(app, email, appCode), 400, 'INVALID_CODE');
        assertError(await verifyAppCode(panelCode), 400, 'INVALID_CODE');
      });
    }
    assert.equal((await verifyEmailCode(app, email, panelCode)).status, 200);
    assert.equal((await verifyAppCode(appCode)).status, 200);
  });

  it('allow five attempts, and separate attempts for a browser that has signed in before', async () => {
    const { email } = await app.registerParent();
    const cookieHeader = formatCookieHeader(await verifyEmailCode(app, email, await requestAndReadCode(app, email)));
    const deviceCookie = cookieHeader.split('; ').find((cookie) => cookie.startsWith('__Host-device='));
    assert.ok(deviceCookie);
    const stranger = { from: '203.0.113.9' };
    for (let round = 0; round < 2; round += 1) {
      const code = await requestAndReadCode(app, email, stranger);
      for (let i = 1; i <= 5; i += 1)
        assertError(await verifyEmailCode(app, email, createWrongCode(code, i), stranger), 400, 'INVALID_CODE');
      if (round === 0) app.advance(61); // resets the rate limit of the stranger's address
    }
    app.advance(61);
    const refusedResponse = await verifyEmailCode(app, email, await app.fetchEmailedCode(email), stranger);
    assertError(refusedResponse, 429, 'RATE_LIMITED');
    // Until the code expires, because the stranger has no attempts at it left.
    assert.equal(refusedResponse.headers.get('retry-after'), String(10 * MINUTE - 61));
    const code = await requestAndReadCode(app, email, { cookie: deviceCookie });
    const strangerResponse = await verifyEmailCode(app, email, code, stranger);
    assertError(strangerResponse, 429, 'RATE_LIMITED');
    // The stranger has no attempts at this email address left in this hour.
    assert.equal(strangerResponse.headers.get('retry-after'), String(HOUR - 122));
    assert.equal((await verifyEmailCode(app, email, code, { cookie: deviceCookie })).status, 200);
  });

  it('have a link that signs in to the panel after a click, and works once', async () => {
    const { email } = await app.registerParent();
    await requestCode(app, email);
    const [link, code] = [await fetchEmailedLink(app, email), await app.fetchEmailedCode(email)];
    const browser = createFormBrowser(app, '');
    const page = await browser.open(link);
    assert.match(page.text, /value="sign-in"/);
    const response = await browser.submit(link, { action: 'sign-in' });
    assertRedirect(response, '/panel');
    assert.ok(await canOpenPanel(app, formatCookieHeader(response)));
    assert.equal((await browser.submit(link, { action: 'sign-in' })).status, 404);
    assertError(await verifyEmailCode(app, email, code), 400, 'INVALID_CODE');
  });
});

describeWithRateLimits('Panel sessions', (app) => {
  it('use a SameSite cookie that is replaced at every sign-in', async () => {
    const parent = await app.registerParent();
    const response = await verifyManagerCode(app, await app.generateManagerCode(parent.token));
    const [sessionCookie = '', deviceCookie = '', ...otherCookies] = response.headers.getSetCookie();
    assert.deepEqual(otherCookies, []);
    // The session cookie lasts 30 days, the device cookie 400 days.
    assert.match(sessionCookie, /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    assert.match(
      deviceCookie,
      /^__Host-device=[\w-]{32}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    assert.equal(response.headers.get('cache-control'), 'no-store');

    const secondResponse = await verifyManagerCode(app, await app.generateManagerCode(parent.token), {
      cookie: formatCookieHeader(response),
    });
    assert.notEqual(secondResponse.headers.getSetCookie()[0], sessionCookie);
    assert.equal(secondResponse.headers.getSetCookie()[1], deviceCookie, 'the device cookie is the same');
    assert.equal(await canOpenPanel(app, formatCookieHeader(response)), false, 'the earlier session has ended');
    assert.ok(await canOpenPanel(app, formatCookieHeader(secondResponse)));
  });

  it('cannot be used with the session id or the stored token hash', async () => {
    const response = await verifyManagerCode(app, await app.generateManagerCode((await app.registerParent()).token));
    const sessionToken = formatCookieHeader(response).split('; ')[0]?.slice('session='.length) ?? '';
    const id = response.body.data.session_id;
    const { token_hash } = await app.ctx.db
      .selectFrom('panel_sessions')
      .select('token_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(token_hash, createHash('sha256').update(sessionToken).digest('base64url'));
    for (const wrongToken of [
      id,
      token_hash,
      '',
      `${sessionToken}x`,
      sessionToken.slice(1),
      sessionToken.toLowerCase(),
    ])
      assert.equal(await canOpenPanel(app, `session=${wrongToken}`), false);
    assert.ok(await canOpenPanel(app, `session=${sessionToken}`));
  });

  it('that begin in a browser can be used only with its device cookie', async () => {
    const { email } = await app.registerParent();
    const [device, otherDevice] = ['d', 'e'].map((letter) => `__Host-device=${letter.repeat(32)}`);
    const code = await requestAndReadCode(app, email);
    const [session = ''] = formatCookieHeader(await verifyEmailCode(app, email, code, { cookie: device })).split('; ');
    await app.assertRowChanges({}, async () => {
      for (const cookie of [session, `${session}; ${otherDevice}`, `${session}; __Host-device=`]) {
        assert.equal(await canOpenPanel(app, cookie), false);
        assertError(await app.call('POST', '/api/auth/logout', { cookie }), 401, 'UNAUTHORIZED');
      }
    });
    assert.ok(await canOpenPanel(app, `${session}; ${device}`), 'the session has not ended');
    // Signing in again ends the session that the browser could not use.
    await verifyEmailCode(app, email, await requestAndReadCode(app, email), { cookie: session });
    assert.equal(await canOpenPanel(app, `${session}; ${device}`), false);
  });

  it('give no access to the API of the app, and tokens of the app give no access to the panel', async () => {
    const parent = await app.registerParent();
    const cookie = await app.openPanelSession(parent.token);
    assertError(await app.call('GET', '/app/users/me', { cookie }), 401, 'UNAUTHORIZED');
    const page = await app.call('GET', '/panel', { token: parent.token });
    assert.equal(page.status, 303);
    assertError(await app.call('POST', '/api/auth/logout', { token: parent.token }), 401, 'UNAUTHORIZED');
    assert.equal(await canOpenPanel(app, `session=${parent.token}`), false);
  });

  it('end after 24 hours without a request', async () => {
    const cookie = await app.openPanelSession((await app.registerParent()).token);
    app.advance(DAY - 1);
    assert.ok(await canOpenPanel(app, cookie)); // this request restarts the 24 hours
    app.advance(DAY - 1);
    assert.ok(await canOpenPanel(app, cookie));
    app.advance(DAY);
    assert.equal(await canOpenPanel(app, cookie), false);
    assertError(await app.call('POST', '/api/auth/logout', { cookie }), 401, 'UNAUTHORIZED');
  });

  it('end after 30 days regardless of activity', async () => {
    const cookie = await app.openPanelSession((await app.registerParent()).token);
    for (let day = 0; day < 30; day += 1) {
      app.advance(DAY - 1);
      assert.ok(await canOpenPanel(app, cookie), `on day ${day + 1}`);
    }
    app.advance(29); // to one second before the end of the 30 days
    assert.ok(await canOpenPanel(app, cookie));
    app.advance(1);
    assert.equal(await canOpenPanel(app, cookie), false);
  });

  it('end on sign-out, without ending other sessions', async () => {
    const parent = await app.registerParent();
    const [endedCookie, otherCookie] = [
      await app.openPanelSession(parent.token),
      await app.openPanelSession(parent.token),
    ];
    const response = await app.assertRowChanges({}, () =>
      app.call('POST', '/api/auth/logout', { cookie: endedCookie }),
    );
    assert.equal(response.status, 200);
    assert.deepEqual(Object.keys(response.body.data), ['message']);
    assert.deepEqual(response.headers.getSetCookie(), [
      'session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
    ]);
    // Only the cache is cleared: the child's app on the same origin stores the children's work in the browser's storage.
    assert.equal(response.headers.get('clear-site-data'), '"cache"');
    assert.equal(await canOpenPanel(app, endedCookie), false);
    assertError(await app.call('POST', '/api/auth/logout', { cookie: endedCookie }), 401, 'UNAUTHORIZED');
    assert.ok(await canOpenPanel(app, otherCookie));
    assert.equal((await app.call('GET', '/app/users/me', { token: parent.token })).status, 200);
  });
});
