import assert from 'node:assert/strict';
import { HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { createCsrfToken } from '../../../src/platform/http/security/cross-site.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
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
    const linking = await app.assertRowChanges({}, () => browser.submit('/panel/add-child'));
    assert.equal(linking.status, 403);
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
