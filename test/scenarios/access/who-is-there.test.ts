import assert from 'node:assert/strict';
import { HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { createCsrfToken } from '../../../src/platform/http/security/cross-site.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { confirmSession, registerFamilyWithPanelSession, signInToPanel } from '../../support/family/guardians.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp(
  'a panel that was left open lets a child read but not change anything, and keeps what was typed',
  async (app) => {
    const { child, parent, caller } = await registerFamilyWithPanelSession(app);
    const browser = createFormBrowser(app, caller.cookie);
    const path = `/panel/children/${child.id}/settings`;
    app.advance(2 * HOUR); // the account is no longer new
    assert.equal((await browser.open(path)).status, 200, 'reading stays open');
    const typed = { display_name: 'Mia "Sophie" <3', language: 'en' };
    const page = await app.assertRowChanges({}, () => browser.submit(path, typed));
    assert.equal(page.status, 403);
    assert.ok(page.text.includes('name="display_name" value="Mia &quot;Sophie&quot; &lt;3"'), page.text);
    assert.ok(page.text.includes(`action="${path}"`));

    assert.match(
      (await browser.submit(path, { ...typed, who_code: '000000' })).text,
      /id="code-error">This code is wrong/,
    );
    const sentPage = await browser.submit(path, { ...typed, who_send: '1' });
    assert.match(sentPage.text, /name="who_code"/);
    const proof = { who_code: await app.fetchEmailedCode(parent.email) };
    assertRedirect(await browser.submit(path, { ...typed, ...proof }), `${path}?done=saved`);
    const me = await app.call('GET', '/app/users/me', { token: child.token });
    assert.equal(me.body.data.display_name, typed.display_name);

    for (let i = 0; i < 3; i += 1) {
      app.advance(29 * MINUTE);
      await browser.open(path); // used without a long pause
    }
    assertRedirect(await browser.submit(path, { ...typed, display_name: 'Mia' }), `${path}?done=saved`);
    app.advance(30 * MINUTE);
    for (const other of [
      '/panel/add-child',
      '/panel/name',
      '/panel/account/notifications',
      '/panel/account/sign-out-everywhere',
      '/panel/account/cancel-deletion',
      '/panel/account/address/cancel',
    ]) {
      const refused = await app.assertRowChanges({}, () => browser.submit(other));
      assert.equal(refused.status, 403, other);
    }
    assert.equal((await browser.open('/panel')).status, 200, 'still signed in');
  },
);

testWithApp('a form that htmx sends gets the question in place of the part that it would change', async (app) => {
  const { caller } = await registerFamilyWithPanelSession(app);
  app.advance(2 * HOUR);
  const device = /__Host-device=([^;]*)/.exec(caller.cookie)?.[1] ?? '';
  const fields = { form_token: createCsrfToken(app.ctx, device), chosen: ['todo a', 'todo "b"'] };
  const response = await app.call('POST', '/panel/approvals', {
    cookie: caller.cookie,
    body: fields,
    headers: { 'sec-fetch-site': 'same-origin', 'hx-request': 'true', 'hx-request-type': 'partial' },
  });
  assert.equal(response.status, 403);
  assert.match(response.text, /^<section class="card who-is-there">/);
  for (const value of ['todo a', 'todo &quot;b&quot;'])
    assert.ok(response.text.includes(`name="chosen" value="${value}"`), value);
});

testWithApp('two session cookies in one request are as good as none', async (app) => {
  const { caller } = await registerFamilyWithPanelSession(app);
  assert.equal((await app.call('GET', '/panel', { cookie: caller.cookie })).status, 200);
  const stranger = await registerFamilyWithPanelSession(app);
  const session = stranger.caller.cookie.split('; ')[0];
  for (const cookie of [`${session}; ${caller.cookie}`, `${caller.cookie}; ${session}`, `session=x;${caller.cookie}`])
    assertRedirect(await app.call('GET', '/panel', { cookie }), '/login?next=%2Fpanel');
});

testWithApp('a panel PIN answers who is there five times at most, and proves nothing more', async (app) => {
  const { child, parent, caller } = await registerFamilyWithPanelSession(app);
  const browser = createFormBrowser(app, caller.cookie, null);
  const settings = `/panel/children/${child.id}/settings`;
  const pinPath = '/panel/account/pin';
  const typed = { display_name: 'Mia', language: 'en' };
  const enter = (who_pin: string, path = settings) => browser.submit(path, { ...typed, who_pin });
  const leave = () => app.advance(31 * MINUTE);
  for (const easy of ['111111', '123456', '890123', '654321', '121212', '123123', '159753', '12345', '12345a', '']) {
    const page = await app.assertRowChanges({}, () => browser.submit(pinPath, { pin: easy }));
    assert.equal(page.status, 400, easy);
    assert.match(page.text, /id="pin-error"/, easy);
  }
  assertRedirect(await browser.submit(pinPath, { pin: '480913' }), '/panel/account?done=pin');
  const { hash } = await app.ctx.db
    .selectFrom('saved_profiles')
    .select('panel_pin_hash as hash')
    .where('panel_pin_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  assert.match(hash ?? '', /^\$argon2id\$/);

  app.advance(2 * HOUR); // the account is no longer new
  assert.match((await browser.submit(settings, typed)).text, /name="who_pin"/);
  const wrong = await app.assertRowChanges({}, () => enter('480914'));
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /id="pin-error">That PIN isn’t right. You have 4 more tries/);
  assert.ok(wrong.text.includes('name="display_name" value="Mia"'), 'what was typed is kept');
  assertRedirect(await enter('480913'), `${settings}?done=saved`);
  assertRedirect(await browser.submit(settings, typed), `${settings}?done=saved`);
  const noProof = await browser.submit(pinPath, { pin: '902817' });
  assertRedirect(noProof, `/panel/confirm?${new URLSearchParams({ next: pinPath })}`);
  assert.match((await browser.open('/panel/account/delete')).headers.get('location') ?? '', /^\/panel\/confirm/);

  // Another browser of the same parent has no PIN.
  const other = await signInToPanel(app, parent.token);
  leave();
  const otherPage = await createFormBrowser(app, other.cookie, null).submit(settings, { ...typed, who_pin: '480913' });
  assert.equal(otherPage.status, 400);

  // Fifty at once compare five, and the right PIN does not help afterward.
  const pages = await Promise.all(Array.from({ length: 50 }, (_, n) => enter(String(710_000 + n))));
  const hints = pages.filter(({ text }) => /You have (one more try|\d more tries)/.test(text));
  assert.equal(hints.length, 4, 'the fifth wrong PIN has no further try');
  for (const { status } of pages) assert.equal(status, 400);
  const spent = await enter('480913');
  assert.equal(spent.status, 400);
  assert.match(spent.text, /Please use a code from an email/);
  assert.doesNotMatch(spent.text, /name="who_pin"/);
  app.advance(5 * HOUR);
  assert.equal((await enter('480913')).status, 400, 'waiting gives no tries back');

  await browser.submit(settings, { ...typed, who_send: '1' });
  const proof = { who_code: await app.fetchEmailedCode(parent.email) };
  assertRedirect(await browser.submit(settings, { ...typed, ...proof }), `${settings}?done=saved`);
  leave();
  assertRedirect(await enter('480913'), `${settings}?done=saved`);

  await confirmSession(app, caller);
  assertRedirect(await browser.submit(pinPath, { remove: '1' }), '/panel/account?done=pin-removed');
  assertRedirect(await browser.submit(pinPath, { pin: '480913' }), '/panel/account?done=pin');
  await browser.submit('/panel/account/sign-out-everywhere');
  const left = await app.ctx.db
    .selectFrom('saved_profiles')
    .select('device_key')
    .where('panel_pin_hash', 'is not', null)
    .execute();
  assert.deepEqual(left, []);
});
