import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { addSeconds, DAY, HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { fetchEmailedLink } from '../../support/family/guardians.ts';
import {
  assertError,
  describeWithApp,
  describeWithRateLimits,
  type TestApp,
  type TestRequest,
  type TestResponse,
} from '../../support/test-app.ts';

const createEmailAddress = () => `parent-${randomBytes(5).toString('hex')}@example.org`;

/** Six digits that differ from the code. */
const createWrongCode = (code: string, offset = 1) => String((Number(code) + offset) % 1_000_000).padStart(6, '0');

function requestCode(
  app: TestApp,
  email: string,
  request: TestRequest = {},
  endpoint = 'register',
): Promise<TestResponse> {
  return app.call('POST', `/app/auth/${endpoint}/parent`, { body: { email }, ...request });
}

function verifyCode(app: TestApp, email: string, code: string, request: TestRequest = {}): Promise<TestResponse> {
  return app.call('POST', '/app/auth/verify-email', { body: { email, code }, ...request });
}

async function requestAndReadCode(app: TestApp, email: string, request: TestRequest = {}): Promise<string> {
  const response = await requestCode(app, email, request);
  assert.equal(response.status, 200, response.text);
  return app.fetchEmailedCode(email);
}

async function enterWrongCodes(app: TestApp, email: string, code: string, count: number, request: TestRequest = {}) {
  for (let i = 1; i <= count; i += 1)
    assertError(await verifyCode(app, email, createWrongCode(code, i), request), 400, 'INVALID_CODE');
}

function assertRateLimited(response: TestResponse, seconds: number): void {
  assertError(response, 429, 'RATE_LIMITED');
  assert.equal(response.headers.get('retry-after'), String(seconds));
}

describeWithRateLimits('Requesting a sign-in code', (app) => {
  it('sends one email with the code and creates no account yet', async () => {
    const email = createEmailAddress();
    // Four counters of emails to the address: of this client and of all. Four for the client IP address: of codes, of this address,
    // of all addresses, and of all addresses of its site.
    await app.assertRowChanges({ codes: 1, counters: 8, outbox: 1 }, async () => {
      const response = await requestCode(app, email);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.deepEqual(Object.keys(response.body), ['data']);
      const { message, expires_in_seconds, ...otherFields } = response.body.data;
      assert.equal(typeof message, 'string');
      assert.equal(expires_in_seconds, 600);
      assert.deepEqual(otherFields, {});
    });
    const [sentEmail, ...otherEmails] = await app.fetchEmailsTo(email);
    assert.deepEqual(otherEmails, []);
    assert.equal(sentEmail?.subject, 'Your sign-in code');
    assert.match(sentEmail?.text ?? '', /\n\n\d{6}\n\n/, 'the code is on a separate line');
    assert.match(sentEmail?.html ?? '', /\d{6}/);
    assert.equal(await app.countRows('outbox'), 0);
  });

  it('gives the same response for known and unknown email addresses, whether registering or signing in', async () => {
    const { email: knownEmail } = await app.registerParent();
    const toComparable = ({ status, text, headers }: TestResponse) => {
      const comparableHeaders = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return { status, text, comparableHeaders };
    };
    const responses = [
      await requestCode(app, knownEmail),
      await requestCode(app, createEmailAddress()),
      await requestCode(app, knownEmail, {}, 'login'),
      await requestCode(app, createEmailAddress(), {}, 'login'),
    ].map(toComparable);
    assert.equal(responses[0]?.status, 200);
    for (const response of responses) assert.deepEqual(response, responses[0]);
  });

  it('trims and lower-cases the email address', async () => {
    const email = createEmailAddress();
    const { status } = await requestCode(app, `  ${email.toUpperCase()}\n`);
    assert.equal(status, 200);
    const firstResponse = await verifyCode(app, ` ${email.replace('p', 'P')}`, await app.fetchEmailedCode(email));
    assert.equal(firstResponse.body.data.is_new_user, true);
    const secondResponse = await verifyCode(app, email, await requestAndReadCode(app, email));
    assert.equal(secondResponse.body.data.is_new_user, false);
  });

  it('accepts only valid email addresses', async () => {
    const validAddresses = [
      'a@b.co',
      "o'neil+kids@mail.example.org",
      'józef@przykład.pl',
      'a@1.2.3.de',
      `${'a'.repeat(64)}@b.co`,
    ];
    for (const email of validAddresses) assert.equal((await requestCode(app, email)).status, 200, email);
    const invalidAddresses = [
      'nobody',
      '@b.co',
      'a@',
      'a@b',
      'a@@b.co',
      'a b@c.de',
      'a@b..co',
      'a@-b.co',
      'a@b.co,c@d.eu',
      'a@b.co\r\nBcc: c@d.eu',
      'Mom <a@b.co>',
      'a＠b.co',
      `${'a'.repeat(65)}@b.co`,
      `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}`,
    ];
    await app.assertRowChanges({}, async () => {
      for (const email of invalidAddresses) {
        assertError(await requestCode(app, email), 400, 'VALIDATION_ERROR', ['email']);
        assertError(await requestCode(app, email, {}, 'login'), 400, 'VALIDATION_ERROR', ['email']);
        assertError(await verifyCode(app, email, '123456'), 400, 'VALIDATION_ERROR', ['email']);
      }
    });
  });
});

describeWithRateLimits('Verifying a sign-in code', (app) => {
  it('creates an account and a 7-day session', async () => {
    const email = createEmailAddress();
    const code = await requestAndReadCode(app, email);
    const changes = { profiles: 1, sessions: 1, counters: 3 }; // attempts at the code, and in an hour by this client and by all
    const response = await app.assertRowChanges(changes, () => verifyCode(app, email, code));
    assert.equal(response.status, 200);
    const { token, expires_at, is_new_user, ...otherFields } = response.body.data;
    assert.deepEqual(otherFields, {});
    assert.equal(is_new_user, true);
    assert.equal(expires_at, addSeconds(app.ctx.now(), 7 * DAY));
    assert.equal((await app.fetchEmailsTo(email)).length, 1, 'the first sign-in sends no other email');

    const { avatar, avatar_url, id, ...me } = (await app.call('GET', '/app/users/me', { token })).body.data;
    assert.deepEqual(me, {
      display_name: 'Parent',
      birth_year: null,
      language: 'en',
      role: 'parent',
      linked_parent_email: null,
      created_at: app.ctx.now(),
    });
    assert.ok(id && avatar.skin && avatar_url);
  });

  it('signs in to the same account after registering again or logging in', async () => {
    const { email, token } = await app.registerParent();
    const { id } = (await app.call('GET', '/app/users/me', { token })).body.data;
    for (const endpoint of ['login', 'register']) {
      await requestCode(app, email, {}, endpoint);
      const code = await app.fetchEmailedCode(email);
      // An email reports a new device, because the request has no Device-Id. The first such email creates a counter, and so
      // do each code and each client.
      await app.assertRowChanges({ sessions: 1, outbox: 1, counters: endpoint === 'login' ? 3 : 2 }, async () => {
        const response = await verifyCode(app, email, code);
        assert.equal(response.body.data.is_new_user, false);
        const me = await app.call('GET', '/app/users/me', { token: response.body.data.token });
        assert.equal(me.body.data.id, id);
      });
    }
  });

  it('ignores spaces and dashes', async () => {
    for (const [prefix, separator] of [
      ['', ' '],
      [' ', '-'],
      ['\t', ' – '],
    ]) {
      const email = createEmailAddress();
      const code = await requestAndReadCode(app, email);
      const typedCode = `${prefix}${code.slice(0, 3)}${separator}${code.slice(3)} `;
      assert.equal((await verifyCode(app, email, typedCode)).status, 200, typedCode);
    }
  });

  it('works once', async () => {
    const email = createEmailAddress();
    const code = await requestAndReadCode(app, email);
    assert.equal((await verifyCode(app, email, code)).status, 200);
    // Attempts without a valid code from the client IP address, and attempts in an hour by this client.
    await app.assertRowChanges({ counters: 2 }, async () => {
      assertError(await verifyCode(app, email, code), 400, 'INVALID_CODE');
    });
  });

  it('works within 600 seconds', async () => {
    const [firstEmail, secondEmail] = [createEmailAddress(), createEmailAddress()];
    const firstCode = await requestAndReadCode(app, firstEmail);
    const secondCode = await requestAndReadCode(app, secondEmail);
    app.advance(599);
    assert.equal((await verifyCode(app, firstEmail, firstCode)).status, 200);
    app.advance(1);
    // Attempts in an hour by this client and by all, and attempts without a valid code from the client IP address.
    await app.assertRowChanges({ counters: 3 }, async () => {
      assertError(await verifyCode(app, secondEmail, secondCode), 400, 'INVALID_CODE');
    });
  });

  it('stays valid beside two newer codes, and the use of one ends all of them', async () => {
    const email = createEmailAddress();
    const codes: string[] = [];
    for (let i = 0; i < 4; i += 1) codes.push(await requestAndReadCode(app, email));
    const [oldestCode = '', secondCode = '', , newestCode = ''] = codes;
    if (!codes.slice(1).includes(oldestCode))
      assertError(await verifyCode(app, email, oldestCode), 400, 'INVALID_CODE');
    assert.equal((await verifyCode(app, email, secondCode)).status, 200);
    assertError(await verifyCode(app, email, newestCode), 400, 'INVALID_CODE');
  });

  it('works only for the email address that the code was sent to', async () => {
    const [email, otherEmail] = [createEmailAddress(), createEmailAddress()];
    const code = await requestAndReadCode(app, email);
    await requestCode(app, otherEmail);
    if (code !== (await app.fetchEmailedCode(otherEmail)))
      assertError(await verifyCode(app, otherEmail, code), 400, 'INVALID_CODE');
    assertError(await verifyCode(app, createEmailAddress(), code), 400, 'INVALID_CODE');
    assert.equal((await verifyCode(app, email, code)).status, 200);
  });

  it('creates nothing when the code is wrong', async () => {
    const email = createEmailAddress();
    const code = await requestAndReadCode(app, email);
    // attempts at the code, and in an hour by this client and by all
    await app.assertRowChanges({ counters: 3 }, async () => {
      await enterWrongCodes(app, email, code, 1, { device: 'a-device-that-guesses' });
    });
    const savedProfilesResponse = await app.call('GET', '/app/auth/profiles', { device: 'a-device-that-guesses' });
    assert.deepEqual(savedProfilesResponse.body.data, []);
  });

  it('gives a session that lasts exactly 7 days', async () => {
    const { token } = await app.registerParent();
    app.advance(7 * DAY - 1);
    assert.equal((await app.call('GET', '/app/users/me', { token })).status, 200);
    app.advance(1);
    assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
  });

  it('gives a session that can be signed out without ending others', async () => {
    const parentOnPhone = await app.registerParent(undefined, { device: 'the-phone' });
    const code = await requestAndReadCode(app, parentOnPhone.email, { device: 'the-laptop' });
    const laptopToken = (await verifyCode(app, parentOnPhone.email, code, { device: 'the-laptop' })).body.data.token;
    assert.equal((await app.call('POST', '/app/auth/logout', { token: parentOnPhone.token })).status, 200);
    assertError(await app.call('GET', '/app/users/me', { token: parentOnPhone.token }), 401, 'UNAUTHORIZED');
    assert.equal((await app.call('GET', '/app/users/me', { token: laptopToken })).status, 200);
  });

  it('replaces an earlier session on the same device', async () => {
    const device = 'the-only-phone';
    const { email, token } = await app.registerParent(undefined, { device });
    const code = await requestAndReadCode(app, email, { device });
    const newToken = (await verifyCode(app, email, code, { device })).body.data.token;
    assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
    assert.equal((await app.call('GET', '/app/users/me', { token: newToken })).status, 200);
  });
});

describeWithApp('Wrong sign-in codes', (app) => {
  const requester = { from: '203.0.113.7' };
  const stranger = { from: '203.0.113.8' };

  it('block a client after five attempts at a code until it expires, but no other client', async () => {
    const email = createEmailAddress();
    const code = await requestAndReadCode(app, email, requester);
    app.advance(61);
    await enterWrongCodes(app, email, code, 5, stranger);
    assertRateLimited(await verifyCode(app, email, code, stranger), 600 - 61);
    app.advance(61);
    assertRateLimited(await verifyCode(app, email, code, stranger), 600 - 122);
    assert.equal((await verifyCode(app, email, code, requester)).status, 200);
  });

  it('allow five new attempts with a new code, up to ten in an hour', async () => {
    const email = createEmailAddress();
    await enterWrongCodes(app, email, await requestAndReadCode(app, email), 5, stranger);
    await enterWrongCodes(app, email, await requestAndReadCode(app, email), 5, stranger);
    assertRateLimited(await verifyCode(app, email, await requestAndReadCode(app, email), stranger), HOUR);
    app.advance(HOUR - 1);
    const code = await requestAndReadCode(app, email);
    assertRateLimited(await verifyCode(app, email, code, stranger), 1);
    app.advance(1);
    assert.equal((await verifyCode(app, email, code, stranger)).status, 200);
  });

  it('count for all addresses of an IPv6 site together', async () => {
    const email = createEmailAddress();
    const code = await requestAndReadCode(app, email);
    await enterWrongCodes(app, email, code, 5, { from: '2001:db8:7:1::1' });
    assertRateLimited(await verifyCode(app, email, code, { from: '2001:db8:7:2::1' }), 600);
    assert.equal((await verifyCode(app, email, code, { from: '2001:db8:8::1' })).status, 200);
  });

  it('still count after correct codes, and correct codes do not count', async () => {
    const email = createEmailAddress();
    await enterWrongCodes(app, email, await requestAndReadCode(app, email), 5, stranger);
    for (let i = 0; i < 3; i += 1)
      assert.equal((await verifyCode(app, email, await requestAndReadCode(app, email), stranger)).status, 200);
    await enterWrongCodes(app, email, await requestAndReadCode(app, email), 5, stranger);
    assertRateLimited(await verifyCode(app, email, await requestAndReadCode(app, email), stranger), HOUR);
  });

  it('of all clients together end after thirty in an hour, except on a device that has signed in as this parent', async () => {
    const device = 'moms-phone-with-a-long-id';
    const { email } = await app.registerParent(undefined, { device });
    for (let site = 1; site <= 6; site += 1)
      await enterWrongCodes(app, email, await requestAndReadCode(app, email), 5, { from: `198.51.100.${site}` });
    const code = await requestAndReadCode(app, email);
    assertRateLimited(await verifyCode(app, email, code, requester), HOUR);
    await enterWrongCodes(app, email, code, 4, { device });
    assert.equal((await verifyCode(app, email, code, { device })).status, 200);
  });

  it('do not end the link in the email, which gives a code that the app accepts beyond all limits', async () => {
    const email = createEmailAddress();
    const code = await requestAndReadCode(app, email);
    const [link = '', staleLink = ''] = [await fetchEmailedLink(app, email), `/login/link/${'a'.repeat(120)}`];
    for (let site = 1; site <= 6; site += 1) await enterWrongCodes(app, email, code, 5, { from: `198.51.100.${site}` });
    assertRateLimited(await verifyCode(app, email, code), HOUR);
    const browser = createFormBrowser(app, '');
    const page = await app.assertRowChanges({}, () => browser.open(link)); // programs that check emails open links, too
    assert.equal(page.status, 200);
    assert.ok(page.text.includes(email) && !page.text.includes('value="sign-in"'));
    assert.equal((await browser.submitWithoutToken(link, { action: 'code' })).status, 403);
    const longCode = readLongCode(await browser.submit(link, { action: 'code' }));
    assertError(await verifyCode(app, createEmailAddress(), longCode), 400, 'INVALID_CODE');
    assertError(
      await verifyCode(
        app,
        email,
        longCode.replace(/^./, (digit) => String((Number(digit) + 1) % 10)),
      ),
      400,
      'INVALID_CODE',
    );
    const response = await verifyCode(app, email, longCode);
    assert.equal(response.status, 200);
    assert.equal(response.body.data.is_new_user, true);
    for (const usedUp of [link, staleLink]) {
      assert.equal((await browser.open(usedUp)).status, 404);
      assert.equal((await browser.submit(usedUp, { action: 'code' })).status, 404);
    }
    assertError(await verifyCode(app, email, longCode), 400, 'INVALID_CODE');
  });
});

/** Reads the twelve digits of a page. */
function readLongCode({ status, text }: TestResponse): string {
  assert.equal(status, 200, text);
  return /<b>(\d{4} \d{4} \d{4})<\/b>/.exec(text)?.[1] ?? assert.fail(text);
}

describeWithRateLimits('Emails with codes', (app) => {
  const requestCodes = async (email: string, count: number, request: TestRequest = {}) => {
    for (let i = 0; i < count; i += 1) {
      const response = await requestCode(app, email, request, i % 2 ? 'login' : 'register');
      assert.equal(response.status, 200, response.text);
      await app.deliverEmails(); // sends each email before requesting the next one
    }
  };

  it('are limited to twenty in ten minutes per email address across all endpoints', async () => {
    const { email } = await app.registerParent(); // counts as the first email
    for (let i = 0; i < 3; i += 1) {
      const { status } = await app.call('POST', '/api/auth/send-email-code', { body: { email } });
      assert.equal(status, 200);
    }
    await requestCodes(email, 16);
    await app.assertRowChanges({}, async () => {
      assertRateLimited(await requestCode(app, email), 10 * MINUTE);
      assertRateLimited(await requestCode(app, email, {}, 'login'), 10 * MINUTE);
      assertRateLimited(await app.call('POST', '/api/auth/send-email-code', { body: { email } }), 10 * MINUTE);
    });
    assert.equal((await app.fetchEmailsTo(email)).length, 20);
    assert.equal(
      (await verifyCode(app, email, await app.fetchEmailedCode(email))).status,
      200,
      'the last code is still valid',
    );
    app.advance(10 * MINUTE);
    await requestCodes(email, 1);
    assert.equal((await app.fetchEmailsTo(email)).length, 22); // 21 codes, and an email about the sign-in on a new device
  });

  it('are limited to forty a day per email address, and to one an hour beyond that for each way to sign in', async () => {
    const { email } = await app.registerParent();
    app.advance(DAY);
    const sendToPanel = (request: TestRequest = {}) =>
      app.call('POST', '/api/auth/send-email-code', { body: { email }, ...request });
    const strangers = ['203.0.113.21', '203.0.113.22', '203.0.113.23'];
    for (const [from, count] of [
      [strangers[0], 20],
      [strangers[1], 20],
    ] as const) {
      for (let i = 0; i < count; i += 1) {
        assert.equal((await requestCode(app, email, { from })).status, 200);
        app.advance(61);
      }
    }
    // The strangers go on for hours. Whenever they use up the email of the hour, it is in the parent's mailbox.
    for (let hour = 0; hour < 3; hour += 1) {
      assert.equal((await requestCode(app, email, { from: strangers[2] })).status, 200);
      await app.assertRowChanges({}, async () => {
        for (const from of strangers) assertRateLimited(await requestCode(app, email, { from }), HOUR);
        assertRateLimited(await requestCode(app, email), HOUR);
      });
      const code = await app.fetchEmailedCode(email);
      const panel = await sendToPanel();
      assert.equal(panel.status, 200, 'the panel has its own');
      assertRateLimited(await sendToPanel(), HOUR);
      if (hour === 1) assert.equal((await verifyCode(app, email, code)).status, 200);
      app.advance(HOUR);
    }
    app.advance(DAY);
    await requestCodes(email, 2);
  });

  it('to a site beyond its limit of a day are one an hour to each address, too', async () => {
    const email = createEmailAddress();
    const sibling = { from: '203.0.113.31' };
    for (let i = 0; i < 20; i += 1) {
      assert.equal((await requestCode(app, email, sibling)).status, 200);
      app.advance(61);
    }
    assert.equal((await requestCode(app, email, sibling)).status, 200);
    assertRateLimited(await requestCode(app, email, sibling), HOUR);
  });

  it('are limited to ten in ten minutes and twenty a day for a site, which keeps nobody else out', async () => {
    const { email } = await app.registerParent();
    const stranger = { from: '2001:db8:7:1::1' };
    for (let i = 0; i < 2; i += 1) {
      await requestCodes(email, 10, stranger);
      app.advance(61); // resets the rate limit of the address
      await app.assertRowChanges({}, async () => {
        assertRateLimited(await requestCode(app, email, { from: '2001:db8:7:2::1' }), 10 * MINUTE - 61);
      });
      await requestCodes(email, 1); // on a new device of the parent
      app.advance(10 * MINUTE - 61);
    }
    await requestCodes(email, 1, stranger); // beyond the limit of the day, the one of the hour
    assertRateLimited(await requestCode(app, email, stranger), HOUR);
    await requestCodes(email, 1);
  });

  it('are counted separately for a device that has signed in as this parent', async () => {
    const device = 'dads-phone';
    const { email } = await app.registerParent(undefined, { device }); // requests a code while the device is still unknown
    await requestCodes(email, 19);
    assertRateLimited(await requestCode(app, email), 10 * MINUTE);
    await requestCodes(email, 10, { device });
    app.advance(61); // resets the rate limit of the device
    assertRateLimited(await requestCode(app, email, { device }), 10 * MINUTE - 61);
    assert.equal((await app.fetchEmailsTo(email)).length, 30);
  });
});
