import assert from 'node:assert/strict';
import { DAY, HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { isFreshlyConfirmed } from '../../../src/features/access/index.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { type Authenticator, createAuthenticator } from '../../support/family/authenticator.ts';
import {
  confirmSession,
  fetchLatestEmail,
  type PanelFamily,
  registerFamilyWithPanelSession,
  signInToPanel,
} from '../../support/family/guardians.ts';
import {
  assertEach,
  assertErrorReason,
  formatCookieHeader,
  type TestApp,
  testWithApp,
} from '../../support/test-app.ts';

const PATH = '/panel/account/passkeys';
const CREATION = '/panel/account/passkeys/options';
const REMOVAL = '/panel/account/passkeys/remove';
const REQUEST = '/login/passkey';

/** A family whose parent has a passkey, in the browser in which the parent signed in. The account is no longer new. */
async function registerFamilyWithPasskey(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  const browser = createFormBrowser(app, family.caller.cookie, null);
  const authenticator = createAuthenticator(app);
  const added = await browser.submit(PATH, await buildFields(browser, authenticator));
  assertRedirect(added, `${PATH}?done=added`);
  app.advance(2 * HOUR);
  return { ...family, browser, authenticator };
}

type FormBrowser = ReturnType<typeof createFormBrowser>;

async function buildFields(browser: FormBrowser, authenticator: Authenticator, forgery = {}) {
  const { status, body, text } = await browser.open(CREATION);
  assert.equal(status, 200, text);
  return { name: 'Phone', passkey: authenticator.create(body, forgery) };
}

/** The fields of a form that a passkey answers. */
async function answer(browser: FormBrowser, authenticator: Authenticator, forgery = {}) {
  const { status, body, headers } = await browser.open(REQUEST);
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  return { passkey: authenticator.get(body, forgery) };
}

const listPasskeys = ({ ctx }: TestApp) => ctx.db.selectFrom('passkeys').selectAll().orderBy('created_at').execute();
async function listEvents(app: TestApp) {
  await app.ctx.flushSecurityLog();
  const rows = await app.ctx.db.selectFrom('security_events').select(['event', 'kind']).orderBy('id').execute();
  return rows.filter(({ kind }) => kind?.startsWith('passkey')).map(({ event, kind }) => `${event} ${kind}`);
}

testWithApp('a parent adds passkeys, sees them and removes them, with an email about each', async (app) => {
  const { caller, parent } = await registerFamilyWithPanelSession(app);
  const browser = createFormBrowser(app, caller.cookie, null);
  const authenticator = createAuthenticator(app);
  const options = (await browser.open(CREATION)).body;
  assert.deepEqual(options.authenticatorSelection, {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  });
  assert.equal(options.rp.id, new URL(app.url).hostname);
  assert.equal(options.user.name, parent.email);
  const page = await browser.open(PATH);
  assert.match(page.text, /<form method="post" action="\/panel\/account\/passkeys" hidden data-passkey="create"/);
  assert.equal(page.headers.get('permissions-policy')?.includes('publickey-credentials-create=(self)'), true);

  const fields = { name: '  Mum’s <phone> ', passkey: authenticator.create(options) };
  const add = () => browser.submit(PATH, fields);
  const taps = await app.assertRowChanges({ passkeys: 1, counters: 2, outbox: 1 }, () => Promise.all([add(), add()]));
  for (const tap of taps) assertRedirect(tap, `${PATH}?done=added`);
  const [row] = await listPasskeys(app);
  const { created_at, public_key, ...stored } = row ?? assert.fail();
  assert.deepEqual(stored, {
    profile_id: caller.profileId,
    id: authenticator.id,
    counter: 0,
    transports: 'internal,hybrid',
    name: 'Mum’s <phone>',
    last_used_at: null,
  });
  const list = (await browser.open(PATH)).text;
  assert.match(list, /Mum’s &lt;phone&gt;/);
  assert.deepEqual((await browser.open(CREATION)).body.excludeCredentials, [
    { type: 'public-key', id: authenticator.id, transports: ['internal', 'hybrid'] },
  ]);
  assert.match((await browser.open('/panel/account')).text, /<b>Passkeys<\/b> <span class="hint"><bdi>1</);

  for (let i = 2; i <= 10; i += 1) await browser.submit(PATH, await buildFields(browser, createAuthenticator(app)));
  const eleventh = await app.assertRowChanges({}, async () =>
    browser.submit(PATH, await buildFields(browser, createAuthenticator(app))),
  );
  assert.equal(eleventh.status, 409);
  assert.match(eleventh.text, /You have 10 passkeys, which is the most/);

  for (let i = 0; i < 2; i += 1)
    assertRedirect(await browser.submit(REMOVAL, { passkey: authenticator.id }), `${PATH}?done=removed`);
  for (const none of ['\u0000', 'x', ''])
    assertRedirect(await browser.submit(REMOVAL, { passkey: none }), `${PATH}?done=removed`);
  assert.equal((await listPasskeys(app)).length, 9);
  const replay = await app.assertRowChanges({}, add);
  assert.equal(replay.status, 400, 'the answer that created the passkey does not create it again');
  const subjects = (await app.fetchEmailsTo(parent.email))
    .map(({ subject }) => subject)
    .filter((subject) => /passkey/.test(subject ?? ''));
  assert.deepEqual(subjects, [
    ...Array(10).fill('A passkey was added to your account'),
    'A passkey was removed from your account',
  ]);
  const email = await fetchLatestEmail(app, parent.email, /passkey was added/);
  assert.doesNotMatch(email?.text ?? '', /phone/, 'no chosen text');
  assert.deepEqual(
    [...new Set(await listEvents(app))],
    ['power-used passkey-added', 'power-used passkey-removed', 'sign-in-failed passkey'],
  );
});

testWithApp(
  'a passkey cannot be added without a fresh proof, for another site, or without user verification',
  async (app) => {
    const { caller } = await registerFamilyWithPanelSession(app);
    const browser = createFormBrowser(app, caller.cookie, null);
    const authenticator = createAuthenticator(app);
    const foreignDevice = createFormBrowser(
      app,
      (await signInToPanel(app, (await app.registerParent()).token)).cookie,
      null,
    );
    const foreignOptions = (await foreignDevice.open(CREATION)).body;
    const ownOptions = (await browser.open(CREATION)).body;
    const cases = {
      'another origin': await buildFields(browser, authenticator, { origin: 'https://evil.example' }),
      'another port': await buildFields(browser, authenticator, { origin: 'http://127.0.0.1:1' }),
      'another site': await buildFields(browser, authenticator, { rpId: 'evil.example' }),
      'no user verification': await buildFields(browser, authenticator, { isUnverified: true }),
      'an invented challenge': await buildFields(browser, authenticator, { challenge: 'aaaa' }),
      'the challenge of another browser': { name: 'x', passkey: authenticator.create(foreignOptions) },
      'an answer to a sign-in': { name: 'x', passkey: authenticator.get(ownOptions) },
      'the type of a sign-in': await buildFields(browser, authenticator, { type: 'webauthn.get' }),
      'another encrypted text': {
        name: 'x',
        passkey: authenticator.create({ ...ownOptions, challenge: app.ctx.secrets.encrypt('passkey') }),
      },
      ...Object.fromEntries(
        [
          '',
          '{',
          'null',
          '[]',
          '1',
          '{"response":{}}',
          '{"response":{"clientDataJSON":"e30"}}',
          'x'.repeat(50_000),
        ].map((passkey) => [`garbage ${passkey.slice(0, 40)}`, { name: 'x', passkey }]),
      ),
    };
    for (const [title, fields] of Object.entries(cases)) {
      const page = await app.assertRowChanges({}, () => browser.submit(PATH, fields));
      assert.equal(page.status, 400, title);
      assert.match(page.text, /That passkey didn’t work/, title);
    }
    const unnamed = await browser.submit(PATH, {
      ...(await buildFields(browser, authenticator)),
      name: 'x'.repeat(41),
    });
    assert.match(unnamed.text, /id="name-error"/);
    // A statement about the make of the authenticator is not looked at.
    assertRedirect(
      await browser.submit(PATH, { ...(await buildFields(browser, authenticator, { format: 'packed' })), name: '' }),
      `${PATH}?done=added`,
    );
    assertEach(await listPasskeys(app), 'name', ['Passkey']);

    const late = await buildFields(browser, createAuthenticator(app));
    app.advance(2 * HOUR);
    for (const [path, fields] of [
      [PATH, late],
      [REMOVAL, { passkey: authenticator.id }],
    ] as const)
      assertRedirect(
        await app.assertRowChanges({}, () => browser.submit(path, fields)),
        `/panel/confirm?${new URLSearchParams({ next: PATH })}`,
      );
    assertErrorReason(await browser.open(CREATION), 403, 'FORBIDDEN', 'confirmation_required');
    await confirmSession(app, caller);
    assert.equal((await browser.submit(PATH, late)).status, 400, 'the challenge has expired');
  },
);

testWithApp('a passkey signs in to the panel once for each challenge, and is a fresh proof', async (app) => {
  const { authenticator, caller, parent } = await registerFamilyWithPasskey(app);
  const browser = createFormBrowser(app, '', 'a new browser'); // knows no parent
  const { body } = await browser.open(REQUEST);
  assert.deepEqual(body.allowCredentials, []);
  assert.equal(body.userVerification, 'required');
  const fields = { next: '/panel/account/delete', ...(await answer(browser, authenticator)) };
  assert.equal((await browser.submitWithoutToken(REQUEST, fields)).status, 403, 'no CSRF token');
  const [signIn, ...others] = await app.assertRowChanges(
    { panel_sessions: 1, saved_profiles: 1, counters: 1, outbox: 1 },
    async () => {
      const taps = await Promise.all(Array.from({ length: 5 }, () => browser.submit(REQUEST, fields)));
      return taps.sort((a, b) => a.status - b.status);
    },
  );
  assert.ok(signIn);
  assertRedirect(signIn, '/panel/account/delete');
  for (const { status, text } of others)
    assert.ok(status === 400 && text.includes('That passkey didn’t work'), 'a second tap');
  const cookie = formatCookieHeader(signIn);
  assert.equal((await app.call('GET', '/panel/account/delete', { cookie })).status, 200, 'a fresh proof');
  assert.ok(await fetchLatestEmail(app, parent.email, /New sign-in to your account/));
  assertEach(await listPasskeys(app), 'last_used_at', [app.ctx.now()]);
  assert.equal((await app.assertRowChanges({}, () => browser.submit(REQUEST, fields))).status, 400, 'replayed');
  assert.equal(await isFreshlyConfirmed(app.ctx, caller), false, 'not in another session');
  // Any of the five taps may come first.
  assert.deepEqual((await listEvents(app)).toSorted(), [
    'power-used passkey-added',
    'sign-in passkey',
    ...Array(5).fill('sign-in-failed passkey'),
  ]);
});

testWithApp('a passkey is refused if anything is wrong with the answer', async (app) => {
  const first = await registerFamilyWithPasskey(app);
  const second = await registerFamilyWithPasskey(app);
  const { authenticator } = first;
  const browser = createFormBrowser(app, '', 'a new browser');
  const otherBrowser = createFormBrowser(app, '', 'another browser');
  const handle = ({ caller }: PanelFamily) => Buffer.from(caller.profileId).toString('base64url');
  const rename = (text: string, change: object) => JSON.stringify({ ...JSON.parse(text), ...change });
  const { passkey } = await answer(browser, authenticator);
  const expired = await answer(browser, authenticator);
  app.advance(5 * MINUTE);
  const cases: Record<string, { passkey: string }> = {
    'an expired challenge': expired,
    'another origin': await answer(browser, authenticator, { origin: 'https://evil.example' }),
    'another site': await answer(browser, authenticator, { rpId: 'evil.example' }),
    'no user verification': await answer(browser, authenticator, { isUnverified: true }),
    'an invented challenge': await answer(browser, authenticator, { challenge: 'aaaa' }),
    'the challenge of another browser': await answer(otherBrowser, authenticator),
    'a passkey that nobody has': await answer(browser, createAuthenticator(app), { userHandle: handle(first) }),
    'no user': await answer(browser, authenticator, { userHandle: undefined }),
    'another user': await answer(browser, authenticator, { userHandle: handle(second) }),
    'an unstorable user': await answer(browser, authenticator, { userHandle: 'AAAA' }),
    'the id of a foreign passkey': {
      passkey: rename((await answer(browser, createAuthenticator(app), { userHandle: handle(first) })).passkey, {
        id: authenticator.id,
        rawId: authenticator.id,
      }),
    },
    'an unstorable id': { passkey: rename(passkey, { id: '\u0000', rawId: '\u0000' }) },
    'an id that is no text': { passkey: rename(passkey, { id: 7, rawId: 7 }) },
    'no signature': {
      passkey: rename(passkey, { response: { ...JSON.parse(passkey).response, signature: undefined } }),
    },
    'no answer': { passkey: '' },
  };
  for (const [title, fields] of Object.entries(cases)) {
    const page = await app.assertRowChanges({}, () => browser.submit(REQUEST, fields));
    assert.equal(page.status, 400, title);
    assert.match(page.text, /That passkey didn’t work/, title);
  }
  // A counter that does not grow is a copy of the authenticator.
  for (const [counter, status] of [
    [7, 303],
    [7, 400],
    [6, 400],
    [2 ** 32 - 1, 303],
  ] as const)
    assert.equal(
      (await browser.submit(REQUEST, await answer(browser, authenticator, { counter }))).status,
      status,
      String(counter),
    );

  await confirmSession(app, first.caller);
  const pending = await answer(browser, authenticator, { counter: 0 });
  await first.browser.submit(REMOVAL, { passkey: authenticator.id });
  for (const fields of [pending, await answer(browser, authenticator)])
    assert.equal((await browser.submit(REQUEST, fields)).status, 400, 'removed');
});

testWithApp('a passkey confirms a session and answers who is there, and what was typed is kept', async (app) => {
  const { child, caller, browser, authenticator } = await registerFamilyWithPasskey(app);
  const other = await registerFamilyWithPasskey(app);
  const settings = `/panel/children/${child.id}/settings`;
  const typed = { display_name: 'Mia', language: 'en' };
  const { body } = await browser.open(REQUEST);
  assertEach(body.allowCredentials, 'id', [authenticator.id]);
  const question = await browser.submit(settings, typed);
  assert.equal(question.status, 403);
  assert.match(
    question.text,
    new RegExp(`<form method="post" action="${settings}" hidden data-passkey="get"[^>]*>\\s*<input[^>]*>?`),
  );
  for (const wrong of [other.authenticator, createAuthenticator(app)]) {
    const { passkey: who_passkey } = await answer(browser, wrong);
    const refused = await app.assertRowChanges({}, () => browser.submit(settings, { ...typed, who_passkey }));
    assert.equal(refused.status, 400);
    assert.ok(refused.text.includes('name="display_name" value="Mia"'), 'what was typed is kept');
    assert.match(refused.text, /That passkey didn’t work/);
  }
  // With a list of passkeys, an authenticator need not say whose the passkey is.
  const { passkey: who_passkey } = await answer(browser, authenticator, { userHandle: undefined });
  assertRedirect(await browser.submit(settings, { ...typed, who_passkey }), `${settings}?done=saved`);
  assert.equal(await isFreshlyConfirmed(app.ctx, caller), true);

  app.advance(15 * MINUTE);
  const next = '/panel/account/delete';
  assertRedirect(await browser.open(next), `/panel/confirm?${new URLSearchParams({ next })}`);
  assert.match(
    (await browser.open(`/panel/confirm?next=${next}`)).text,
    /action="\/panel\/confirm\/passkey" hidden data-passkey="get"/,
  );
  const wrong = await browser.submit('/panel/confirm/passkey', {
    next,
    ...(await answer(browser, other.authenticator)),
  });
  assert.equal(wrong.status, 400);
  const fields = { next, ...(await answer(browser, authenticator)) };
  assertRedirect(await browser.submit('/panel/confirm/passkey', fields), next);
  assert.equal((await browser.open(next)).status, 200);
  app.advance(15 * MINUTE);
  assert.equal((await browser.submit('/panel/confirm/passkey', fields)).status, 400, 'replayed');
  assertRedirect(await browser.open(next), `/panel/confirm?${new URLSearchParams({ next })}`);
});

testWithApp('a passkey and a panel PIN are offered from the second day, until one is set or declined', async (app) => {
  const { caller, parent } = await registerFamilyWithPanelSession(app);
  const browser = createFormBrowser(app, caller.cookie, null);
  const [withPin, withPasskey] = [await signInToPanel(app, parent.token), await signInToPanel(app, parent.token)];
  const isOffered = async ({ open }: FormBrowser) => (await open('/panel')).text.includes('Fewer emailed codes');
  assert.equal(await isOffered(browser), false, 'not on the first evening');
  app.advance(DAY / 2);
  const home = (await browser.open('/panel')).text;
  for (const path of [PATH, '/panel/account/pin']) assert.ok(home.includes(`href="${path}"`), `offered: ${path}`);
  assertRedirect(await browser.submit('/panel/account/decline-offer'), '/panel');
  assert.equal(await isOffered(browser), false);
  for (const session of [withPin, withPasskey]) {
    const other = createFormBrowser(app, session.cookie, null);
    assert.equal(await isOffered(other), true, 'declining counts for one browser');
    await confirmSession(app, session);
    const added =
      session === withPin
        ? await other.submit('/panel/account/pin', { pin: '480913' })
        : await other.submit(PATH, await buildFields(other, createAuthenticator(app)));
    assert.equal(added.status, 303);
    assert.equal(await isOffered(other), false);
  }
});
