import assert from 'node:assert/strict';
import { surface } from '../../../src/app/surface.ts';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { buildUnsubscribeLink } from '../../../src/features/notifications/index.ts';
import { assertRedirect, createFormBrowser, formatStatusAndLocation } from '../../support/browser/form-browser.ts';
import {
  fetchInvitationToken,
  fetchLatestEmail,
  listGuardianRanks,
  registerFamilyWithPanelSession,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import {
  assertError,
  formatCookieHeader,
  type TestApp,
  type TestRequest,
  testWithApp,
} from '../../support/test-app.ts';

async function createFamilyWithBrowser(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  return { ...family, childId: family.child.id, browser: createFormBrowser(app, family.caller.cookie) };
}

/** The paths below /panel/children/:id that this file tests. Other files test lists and the other pages. */
const CHILD_SETTINGS_PATHS =
  /\/(settings|permissions|unlock-pin|pause|resume|invitations|invitations\/cancel|cancel-deletion|pin|unlink|delete|export|export\.zip)$/;

testWithApp('settings of another family’s child give 404, and forms give 403 without the CSRF token', async (app) => {
  const [family, otherFamily] = [await createFamilyWithBrowser(app), await createFamilyWithBrowser(app)];
  const routes = surface.filter(
    ({ path }) => path.startsWith('/panel/children/:id') && CHILD_SETTINGS_PATHS.test(path),
  );
  assert.ok(routes.length >= 17, `only ${routes.length} routes match the pattern`);
  await app.assertRowChanges({}, async () => {
    for (const { method, path } of routes) {
      const otherChildPath = path.replace(':id', otherFamily.child.id);
      const response = await (method === 'GET'
        ? family.browser.open(otherChildPath)
        : family.browser.submit(otherChildPath));
      assert.equal(response.status, 404, `${method} ${path}`);
      assert.ok(!response.text.includes(otherFamily.child.id), `${method} ${path} does not mention the child`);
    }
  });
  const forms = surface.filter(
    ({ method, path, auth }) => method === 'POST' && auth === 'session' && /^\/panel\//.test(path),
  );
  const formChanges = await app.diffRowCounts(async () => {
    for (const { path } of forms) {
      const response = await family.browser.submitWithoutToken(path.replace(':id', family.child.id), {
        decision: path.startsWith('/panel/reward-requests') ? 'given' : 'approved',
      });
      assert.equal(response.status, 403, path);
    }
  });
  assert.deepEqual(formChanges, {});
});

testWithApp('a guardian saves a child’s name, language and permissions', async (app) => {
  const { browser, childId, child } = await createFamilyWithBrowser(app);
  const saved = await browser.submit(`/panel/children/${childId}/settings`, { display_name: 'Mia', language: 'pl' });
  assertRedirect(saved, `/panel/children/${childId}/settings?done=saved`);
  const page = await browser.open(`/panel/children/${childId}/settings?done=saved`);
  assert.match(page.text, /class="flash">Saved\./);
  assert.match(page.text, /<option value="pl" selected>Polski/);
  const refused = await browser.submit(`/panel/children/${childId}/settings`, { display_name: ' ', language: 'pl' });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /id="display_name-error">A name has 1 to 40 characters\./);
  await browser.submit(`/panel/children/${childId}/permissions`, { on_leaderboards: 'on' });
  const settings = await app.ctx.db.selectFrom('child_settings').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(
    { ...settings },
    { profile_id: child.id, on_leaderboards: 1, on_planets: 0, auto_approval: 0, hears_recordings: 0 },
  );
  assert.doesNotMatch((await browser.open(`/panel/children/${childId}/settings?done=__proto__`)).text, /class="flash"/);
});

testWithApp('a guardian pauses and resumes a streak and clears a PIN lock', async (app) => {
  const { browser, childId, child } = await createFamilyWithBrowser(app);
  const invalidPause = await browser.submit(`/panel/children/${childId}/pause`, { until: '2020-01-01' });
  assert.equal(invalidPause.status, 400);
  assert.match(invalidPause.text, /id="until-error">Must be a day between today/);
  assertRedirect(
    await browser.submit(`/panel/children/${childId}/pause`, { until: '' }),
    `/panel/children/${childId}/settings?done=paused`,
  );
  assert.match(
    (await browser.open(`/panel/children/${childId}/settings`)).text,
    /The streak has been paused since 20 November 2026/,
  );
  assertRedirect(
    await browser.submit(`/panel/children/${childId}/resume`),
    `/panel/children/${childId}/settings?done=resumed`,
  );
  assert.equal(await app.countRows('streak_pauses'), 0, 'a pause that ends on its first day is not kept');
  for (let i = 0; i < 5; i += 1) await app.loginChild(child.id, '9999');
  assert.match(
    (await browser.open(`/panel/children/${childId}/settings`)).text,
    /Too many wrong PINs\. Next try possible.*5 wrong PINs in the last 24 hours/s,
  );
  assertRedirect(
    await browser.submit(`/panel/children/${childId}/unlock-pin`),
    `/panel/children/${childId}/settings?done=unlocked`,
  );
  assert.equal(await app.countRows('wrong_pins'), 0);
});

testWithApp('a page that needs a fresh code redirects to the confirmation page and back', async (app) => {
  const { browser, childId, child, parent } = await createFamilyWithBrowser(app);
  app.advance(2 * HOUR); // the account is no longer new
  for (const path of [`/panel/children/${childId}/delete`, '/panel/account/export'])
    assertRedirect(await browser.open(path), `/panel/confirm?next=${encodeURIComponent(path)}`);
  const next = `/panel/children/${childId}/pin`;
  const response = await browser.submit('/panel/confirm/email', { next });
  assert.match(formatStatusAndLocation(response), /^303 \/panel\/confirm\?next=.*&sent=1$/);
  const wrongCode = await browser.submit('/panel/confirm/email-code', { next, code: 'what?' });
  assert.equal(wrongCode.status, 400);
  assert.match(wrongCode.text, /id="code-error">This code is wrong/);
  const code = await app.fetchEmailedCode(parent.email);
  assertRedirect(await browser.submit('/panel/confirm/email-code', { next, code }), `${next}`);
  assert.equal((await browser.open(next)).status, 200);
  assertRedirect(await browser.submit(next, { pin: '0707' }), `/panel/children/${childId}/settings?done=pin`);
  const login = await app.loginChild(child.id, '0707');
  assert.equal(login.status, 200);
  const refused = await browser.submit(next, { pin: '07' });
  assert.match(refused.text, /id="pin-error">A PIN has exactly 4 digits\./);
  assert.equal(
    (await browser.open(`/panel/children/${childId}/export.zip`)).headers.get('content-type'),
    'application/zip',
  );
  assert.equal((await browser.open('/panel/account/export.zip')).status, 200);
});

testWithApp('confirming redirects only within the panel', async (app) => {
  const { browser, parent } = await createFamilyWithBrowser(app);
  app.advance(2 * HOUR);
  const next = 'https://evil.example/';
  await browser.submit('/panel/confirm/email', { next });
  const code = await app.fetchEmailedCode(parent.email);
  assertRedirect(await browser.submit('/panel/confirm/email-code', { code, next }), '/panel');
});

testWithApp('an invited person without an account signs in by email and becomes a guardian', async (app) => {
  const { browser, childId, child, caller } = await createFamilyWithBrowser(app);
  const email = 'grandma@example.org';
  assertRedirect(
    await browser.submit(`/panel/children/${childId}/invitations`, { email }),
    `/panel/children/${childId}/settings?done=invited`,
  );
  const invalidEmail = await browser.submit(`/panel/children/${childId}/invitations`, { email: 'nobody' });
  assert.match(invalidEmail.text, /id="email-error">This isn’t a valid email address\./);
  const token = await fetchInvitationToken(app, email);
  const path = `/invitations/${token}`;
  const visitor = createFormBrowser(app, '', 'the browser of grandma');
  const invitation = await visitor.open(path);
  assert.equal(invitation.status, 200);
  assert.ok(invitation.text.includes(email));
  const changes = await app.diffRowCounts(() => visitor.open(path));
  assert.deepEqual(changes, {}, 'opening the link accepts nothing');
  assert.equal((await visitor.submitWithoutToken(`/invitations/${token}/accept`)).status, 403);
  assert.equal((await visitor.submit(`/invitations/${token}/accept`, { code: '000000' })).status, 400);
  assertRedirect(await visitor.submit(`/invitations/${token}/code`), `${path}?sent=1`);
  const accepted = await visitor.submit(`/invitations/${token}/accept`, { code: await app.fetchEmailedCode(email) });
  assertRedirect(accepted, '/panel');
  const grandma = createFormBrowser(app, formatCookieHeader(accepted), null);
  const me = await app.call('GET', '/app/users/me', { token: child.token });
  assert.ok((await grandma.open('/panel')).text.includes(me.body.data.display_name));
  const [firstGuardian, secondGuardian] = await listGuardianRanks(app, child.id);
  assert.deepEqual([firstGuardian?.[1], secondGuardian?.[0]], [caller.profileId, 2]);
  assert.equal((await visitor.open('/invitations/made-up')).status, 404);
});

testWithApp(
  'an invited parent accepts with one click, another account gets 403, and a guardian can cancel an invitation',
  async (app) => {
    const { browser, childId, child } = await createFamilyWithBrowser(app);
    const [dad, stranger] = [await app.registerParent(), await createFamilyWithBrowser(app)];
    await browser.submit(`/panel/children/${childId}/invitations`, { email: dad.email });
    const token = await fetchInvitationToken(app, dad.email);
    const path = `/invitations/${token}`;
    assert.equal((await stranger.browser.submit(`/invitations/${token}/accept`)).status, 403);
    const dadBrowser = createFormBrowser(app, (await signInToPanel(app, dad.token)).cookie);
    assert.match((await dadBrowser.open(path)).text, /<button class="button">Accept</);
    assertRedirect(await dadBrowser.submit(`/invitations/${token}/accept`), '/panel');
    assert.equal((await listGuardianRanks(app, child.id)).length, 2);
    const settingsPage = await browser.open(`/panel/children/${childId}/settings`);
    const unlinkLink = /unlink\?guardian=([\w-]+)" aria-label="Remove access: [^"]*"/g;
    assert.equal([...settingsPage.text.matchAll(unlinkLink)].length, 2, 'the first guardian may unlink both');
    await browser.submit(`/panel/children/${childId}/invitations`, { email: 'aunt@example.org' });
    const id =
      /name="invitation" value="([\w-]+)"/.exec(
        (await browser.open(`/panel/children/${childId}/settings`)).text,
      )?.[1] ?? '';
    const canceled = await browser.submit(`/panel/children/${childId}/invitations/cancel`, { invitation: id });
    assertRedirect(canceled, `/panel/children/${childId}/settings?done=canceled`);
    assert.equal(
      (await app.ctx.db.selectFrom('invitations').select('id').where('accepted_by', 'is', null).execute()).length,
      0,
    );
  },
);

testWithApp('an invited parent with the largest number of children sees why the invitation is refused', async (app) => {
  const { browser, childId } = await createFamilyWithBrowser(app);
  const { parent: dad, caller, child: dadsChild } = await createFamilyWithBrowser(app);
  const createId = (i: number) => `${dadsChild.id.slice(0, -4)}${1000 + i}`;
  const copyCount = QUOTAS.childrenPerParent - 1;
  await copyRows(app, 'profiles', { id: dadsChild.id }, copyCount, (i) => ({ id: createId(i) }));
  await copyRows(app, 'guardians', { child_id: dadsChild.id }, copyCount, (i) => ({ child_id: createId(i) }));
  await browser.submit(`/panel/children/${childId}/invitations`, { email: dad.email });
  const path = `/invitations/${await fetchInvitationToken(app, dad.email)}`;
  const refused = await createFormBrowser(app, caller.cookie).submit(`${path}/accept`);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /role="alert">This parent already has 50 children/);
});

testWithApp('a linking code is generated on demand, shown with its expiry and links the child', async (app) => {
  const parent = await app.registerParent();
  const browser = createFormBrowser(app, (await signInToPanel(app, parent.token)).cookie);
  assert.deepEqual(
    await app.diffRowCounts(() => browser.open('/panel/add-child')),
    {},
    'opening the page generates no code',
  );
  await browser.submit('/panel/consent', { agree: 'on' });
  await browser.submit('/panel/add-child');
  const page = await browser.open('/panel/add-child');
  assert.match(page.text, /Expires in 15 minutes\./);
  const code = /id="linking-code">(\w{8})</.exec(page.text)?.[1];
  const child = await app.registerChild();
  const linked = await app.redeemLinkingCode(child.token, code);
  assert.equal(linked.body.data.parent_email, parent.email);
});

testWithApp('a parent signs out one session, and then all of them', async (app) => {
  const { browser, caller, parent } = await createFamilyWithBrowser(app);
  const otherBrowser = createFormBrowser(app, await app.openPanelSession(parent.token), 'the browser at work');
  const page = await browser.open('/panel/account');
  assert.equal([...page.text.matchAll(/name="session"/g)].length, 2, 'the app and the other browser');
  const otherFamily = await registerFamilyWithPanelSession(app);
  const [strangerSession] = await app.ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('profile_id', '=', otherFamily.caller.profileId)
    .execute();
  await browser.submit('/panel/account/sign-out', { session: strangerSession?.id ?? '' });
  assert.equal((await app.call('GET', '/app/users/me', { token: otherFamily.parent.token })).status, 200);
  const [appSession] = await app.ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('profile_id', '=', caller.profileId)
    .execute();
  const signOut = await browser.submit('/panel/account/sign-out', { session: appSession?.id ?? '' });
  assertRedirect(signOut, '/panel/account?done=signed-out');
  assert.equal((await app.call('GET', '/app/users/me', { token: parent.token })).status, 401);
  assert.equal((await otherBrowser.open('/panel')).status, 200);
  assertRedirect(await browser.submit('/panel/account/sign-out-everywhere'), '/login');
  for (const signedOutBrowser of [browser, otherBrowser])
    assert.match(formatStatusAndLocation(await signedOutBrowser.open('/panel')), /^303 \/login/);
  assert.equal(
    (await app.ctx.db.selectFrom('saved_profiles').selectAll().where('profile_id', '=', caller.profileId).execute())
      .length,
    0,
    'the parent’s devices are forgotten',
  );
});

testWithApp('a parent changes the language and the weekly summary on the account page', async (app) => {
  const { browser } = await createFamilyWithBrowser(app);
  assertRedirect(await browser.submit('/panel/account/language', { language: 'uk' }), '/panel/account?done=language');
  assert.match((await browser.open('/panel/account?done=language')).text, /Мову змінено на українську/);
  await browser.submit('/panel/account/notifications', {});
  assert.doesNotMatch((await browser.open('/panel/account')).text, /name="weekly" value="on" checked/);
  await browser.submit('/panel/account/notifications', { weekly: 'on' });
  assert.match((await browser.open('/panel/account')).text, /name="weekly" value="on" checked/);
});

testWithApp('the unsubscribe page changes nothing when opened and unsubscribes when submitted', async (app) => {
  const { caller, browser } = await createFamilyWithBrowser(app);
  const path = new URL(buildUnsubscribeLink(app.ctx, 'weekly', caller.profileId).url).pathname;
  assert.deepEqual(await app.diffRowCounts(() => app.call('GET', path)), {});
  // Email clients send the body in either of two formats. The button on the page sends no body.
  const requests: TestRequest[] = [
    { raw: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { raw: toFormData({ 'List-Unsubscribe': 'One-Click' }) },
    {
      raw: toFormData({ 'List-Unsubscribe': 'One-Click' }),
      headers: { 'sec-fetch-site': 'cross-site', origin: 'null' },
    },
    {},
  ];
  for (const request of requests) {
    await browser.submit('/panel/account/notifications', { weekly: 'on' });
    const response = await app.call('POST', path, request);
    assert.equal(response.status, 200, response.text);
    assert.doesNotMatch((await browser.open('/panel/account')).text, /name="weekly" value="on" checked/);
  }
  await browser.submit('/panel/account/notifications', { weekly: 'on' });
  const oldPath = `/letters/${path.split('/').at(-1)}`;
  assert.equal((await app.call('GET', oldPath)).status, 200, 'links in emails that were sent before still work');
  assert.equal((await app.call('POST', oldPath, requests[0])).status, 200);
  assert.doesNotMatch((await browser.open('/panel/account')).text, /name="weekly" value="on" checked/);
  for (const method of ['GET', 'POST']) assert.equal((await app.call(method, '/unsubscribe/made-up')).status, 404);
});

testWithApp('confirming the privacy page completes the onboarding step once', async (app) => {
  const { browser, parent } = await createFamilyWithBrowser(app);
  const readStep = async () => {
    const { body } = await app.call('GET', '/app/onboarding/status', { token: parent.token });
    return body.data.steps.find(({ id }: { id: string }) => id === 'review_privacy');
  };
  await browser.open('/panel/privacy');
  assert.equal((await readStep()).status, 'pending');
  const confirmedAt = app.ctx.now();
  assertRedirect(await browser.submit('/panel/privacy'), '/panel/privacy');
  app.advance(DAY / 2);
  await browser.submit('/panel/privacy');
  assert.deepEqual([(await readStep()).status, (await readStep()).done_at], ['done', confirmedAt]);
  assert.match((await browser.open('/panel/privacy')).text, /You read this on 20 November 2026/);
});

testWithApp('the deletion of an account can be planned on the public page with an emailed code', async (app) => {
  const { parent } = await createFamilyWithBrowser(app);
  const visitor = createFormBrowser(app, '', 'a new browser');
  assert.match((await visitor.open('/account-deletion')).text, /For seven days, you can sign in and keep everything/);
  assert.equal((await visitor.submitWithoutToken('/account-deletion', { email: parent.email })).status, 403);
  const pages: string[] = [];
  for (const email of ['nobody@example.org', parent.email]) {
    const sent = await visitor.submit('/account-deletion', { email });
    assert.equal(sent.status, 200);
    const wrong = await visitor.submit('/account-deletion/code', { email, code: '12345' });
    pages.push(
      `${sent.text} ${wrong.status} ${wrong.text}`.replaceAll(email, '').replaceAll(/value="[\w.-]{30,}"/g, ''),
    );
  }
  assert.equal(pages[0], pages[1], 'nothing but the email says who has an account');
  assert.match(pages[0] ?? '', /If it has an account, the email contains a code/);
  const [refusal, ...others] = await app.fetchEmailsTo('nobody@example.org');
  assert.equal(refusal?.subject, 'No account with this address');
  assert.doesNotMatch(refusal?.text ?? '', /\d{6}|login/);
  assert.deepEqual(others, []);
  const code = await app.fetchEmailedCode(parent.email);
  const signedIn = await visitor.submit('/account-deletion/code', { email: parent.email, code });
  assertRedirect(signedIn, '/panel/account/delete');
  const browser = createFormBrowser(app, formatCookieHeader(signedIn), 'a new browser');
  assert.equal((await browser.open('/panel/account/delete')).status, 200, 'the emailed code counts as a fresh code');
  await browser.submit('/panel/account/delete');
  assert.ok(await fetchLatestEmail(app, parent.email, /Your account will be deleted/));
});

testWithApp('a family planet is created, joined with an invitation code and closed', async (app) => {
  const [family, otherFamily] = [await createFamilyWithBrowser(app), await createFamilyWithBrowser(app)];
  const invalid = await family.browser.submit('/panel/planets', { name: '', capacity: '20', metric: 'none' });
  assert.match(invalid.text, /id="name-error">Must be 1 to 60 characters/);
  const draft = { name: 'Cousins', capacity: '20', metric: 'xp', target: '500', every: 'week' };
  assertRedirect(await family.browser.submit('/panel/planets', draft), '/panel/planets?done=created');
  const page = await family.browser.open('/panel/planets');
  const planet = /name="planet" value="([\w-]+)"/.exec(page.text)?.[1] ?? '';
  const joinedOwn = await family.browser.submit('/panel/planets/add-child', { planet, child: family.child.id });
  assertRedirect(joinedOwn, '/panel/planets?done=joined');
  const invitePage = await family.browser.submit('/panel/planets/invite', { planet });
  const code = /class="code-display" role="status"><b>([\w-]+)</.exec(invitePage.text)?.[1] ?? '';
  const wrongCode = await otherFamily.browser.submit('/panel/planets/join', {
    child: otherFamily.child.id,
    code: 'WRNG2345',
  });
  assert.equal(wrongCode.status, 400);
  assert.match(wrongCode.text, /id="code-error"/);
  const joined = await otherFamily.browser.submit('/panel/planets/join', { child: otherFamily.child.id, code });
  assertRedirect(joined, '/panel/planets?done=joined');
  assert.equal((await otherFamily.browser.submit('/panel/planets/end', { planet })).status, 404);
  assertRedirect(await family.browser.submit('/panel/planets/end', { planet }), '/panel/planets?done=closed');
});

testWithApp('a page opened by a cross-site link reloads once, so that the browser sends the cookie', async (app) => {
  const { childId, caller } = await createFamilyWithBrowser(app);
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', accept: 'text/html' };
  const firstResponse = await app.call('GET', `/panel/children/${childId}/settings?done=kept&x="><script>`, {
    headers,
  });
  assert.equal(firstResponse.status, 200);
  assert.ok(
    firstResponse.text.includes(`content="0; url=/panel/children/${childId}/settings?done=kept&amp;x=`),
    firstResponse.text,
  );
  assert.ok(!firstResponse.text.includes('<script'));
  assert.ok(!firstResponse.text.includes('Settings'));
  const secondResponse = await app.call('GET', `/panel/children/${childId}/settings`, {
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    cookie: caller.cookie,
  });
  assert.match(secondResponse.text, /<h1>Settings for/);
  const signedOut = await app.call('GET', '/panel', { headers: { ...headers, 'sec-fetch-site': 'same-origin' } });
  assertRedirect(signedOut, '/login?next=%2Fpanel');
});

// PostgreSQL only, which refuses texts that SQLite stores, such as a NUL. invalid-input.test.ts sends such texts to both.
testWithApp(
  'unusual text in any panel form or URL never causes a server error',
  async (app) => {
    const { browser, childId } = await createFamilyWithBrowser(app);
    const routes = surface.filter(({ path, auth }) => auth === 'session' && /^\/panel\//.test(path));
    const excludedPaths = /sign-out-everywhere|\/(delete|unlink|pin)$/; // these forms would end the session or the access to the child
    for (const text of ['a\0b', 'a\ud800b', '\u202e', '-1', '99999999999999999999', '٣', "'--", '']) {
      for (const { method, path, endpoint } of routes.filter((route) => !excludedPaths.test(route.path))) {
        const names = Object.keys((method === 'GET' ? endpoint.query : endpoint.body)?.properties ?? {});
        const fields = Object.fromEntries(names.filter((name) => name !== 'form_token').map((name) => [name, text]));
        const filledPath = path.replace(':id', childId).replace(':token', encodeURIComponent(text.toWellFormed()));
        const response = await (method === 'GET'
          ? browser.open(`${filledPath}?${new URLSearchParams(fields)}`)
          : browser.submit(filledPath, fields));
        assert.ok(response.status < 500, `${method} ${path} with ${JSON.stringify(text)}: ${response.status}`);
      }
    }
  },
  { only: 'postgres' },
);

testWithApp('any language tag is shown on the settings pages', async (app) => {
  const { browser, childId, child } = await createFamilyWithBrowser(app);
  for (const language of ['de', 'sr-Latn-RS', 'en-u-ca-buddhist', 'ca-valencia', 'en-a-bcd', 'zxx', 'es-x-home']) {
    const change = await app.call('PATCH', '/app/users/me', { token: child.token, body: { language } });
    assert.equal(change.status, 200, language);
    const page = await browser.open(`/panel/children/${childId}/settings`);
    assert.equal(page.status, 200, language);
    assert.match(page.text, new RegExp(`<option value="${language}" selected>`));
  }
  // The canonical form of "en-a-true" would be "en-a", which is not a valid tag.
  const refused = await app.call('PATCH', '/app/users/me', { token: child.token, body: { language: 'en-a-true' } });
  assertError(refused, 400, 'VALIDATION_ERROR', ['language']);
  await app.ctx.write(({ db }) =>
    db.updateTable('profiles').set({ language: 'en-a' }).where('id', '=', childId).execute(),
  );
  assert.equal(
    (await browser.open(`/panel/children/${childId}/settings`)).status,
    200,
    'an earlier release may have stored such a tag',
  );
  assertRedirect(
    await browser.submit('/panel/account/language', { language: 'en-u-ca-buddhist' }),
    '/panel/account?done=language',
  );
  assert.equal((await browser.open('/panel/account')).status, 200);
});

function toFormData(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
