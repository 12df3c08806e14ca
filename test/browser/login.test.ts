import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { DAY } from '../../src/core/time/instant.ts';
import { useBrowser } from '../support/browser/browser.ts';
import {
  assertPath,
  clickButton,
  openParentTab,
  PANEL_MODES,
  registerParentWithChildren,
  requestEmailCode,
  signIn,
  submitEmailCode,
  submitManagerCode,
} from '../support/browser/panel-pages.ts';
import { type TestApp, testWithRateLimits } from '../support/test-app.ts';

const getBrowser = useBrowser();

for (const { hasJavaScript, only } of PANEL_MODES) {
  /** A test with a new browser tab, which fails on any error that the browser reports. */
  const testJourney = (name: string, run: (page: Page, app: TestApp) => Promise<void>) =>
    testWithRateLimits(
      `${name}, ${hasJavaScript ? 'with' : 'without'} JavaScript`,
      async (app) => {
        const { page, context, errors } = await openParentTab(app, getBrowser(), { hasJavaScript });
        await run(page, app);
        assert.deepEqual(errors, []);
        await context.close();
      },
      { only },
    );
  /** A test of what the service answers, which no script of a page changes. */
  const testOnce: typeof testJourney = (name, run) => {
    if (hasJavaScript) testJourney(name, run);
  };

  testJourney('a manager code signs in regardless of case and spaces', async (page, app) => {
    const parent = await registerParentWithChildren(app, ['Mia']);
    await page.goto('/login');
    const code = await app.generateManagerCode(parent.token);
    const typedCode = ` ${code.toLowerCase().replace('-', '').replace(/(..)/g, '$1 ')}`;
    const response = await submitManagerCode(page, typedCode);
    assert.equal(response.status(), 200);
    assertPath(page, '/panel');
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Today');
    assert.ok((await page.getByRole('heading', { level: 2 }).allInnerTexts()).includes('Mia'));
    assert.equal(await page.getByText('Level 1 · 50 XP to go').count(), 1);
  });

  testOnce('a wrong manager code shows an error at its field, and then the right one works', async (page, app) => {
    const parent = await registerParentWithChildren(app, ['Mia']);
    await page.goto('/login');
    const response = await submitManagerCode(page, 'WRNG-C0DE');
    assert.equal(response.status(), 400);
    await assertFieldError(page, 'code', /This code is wrong or has expired/);
    assert.equal(await page.getByLabel('Email address').getAttribute('aria-invalid'), null);
    await submitManagerCode(page, await app.generateManagerCode(parent.token));
    assertPath(page, '/panel');
  });

  testJourney('an emailed code signs in even after reloading the page', async (page, app) => {
    const { email } = await registerParentWithChildren(app, ['Mia']);
    await page.goto('/login');
    await requestEmailCode(page, ` ${email.toUpperCase()}`);
    assert.ok(!page.url().includes('example'), 'the email address is not in the browser history');
    assert.equal(await page.locator(':focus').getAttribute('id'), 'code');
    await page.reload();
    // One email is for the registration and one for the sign-in.
    assert.equal((await app.deliverEmails()).length, 2, 'reloading sends no other email');
    const code = await app.fetchEmailedCode(email);
    await submitEmailCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
    assertPath(page, '/panel');
    assert.equal(await page.getByRole('heading', { name: 'Mia' }).count(), 1);
  });

  testJourney('a wrong emailed code is refused, and a new one can be requested', async (page, app) => {
    const { email } = await registerParentWithChildren(app, ['Mia']);
    await page.goto('/login');
    await requestEmailCode(page, email);
    const firstCode = await app.fetchEmailedCode(email);
    const response = await submitEmailCode(page, firstCode === '000000' ? '000001' : '000000');
    assert.equal(response.status(), 400);
    await assertFieldError(page, 'code', /This code is wrong/);
    await clickButton(page, 'Send a new code');
    assert.equal(await page.locator('.error:visible').count(), 0);
    await submitEmailCode(page, await app.fetchEmailedCode(email));
    assertPath(page, '/panel');
  });

  testOnce('an invalid email address shows an error', async (page, app) => {
    await page.goto('/login');
    const response = await requestEmailCode(page, 'nobody@example');
    assert.equal(response.status(), 400);
    await assertFieldError(page, 'email', /email address/);
    assert.equal(await page.getByLabel('Email address').inputValue(), 'nobody@example');
    assert.equal((await app.deliverEmails()).length, 0);
  });

  testOnce('after too many attempts, a page says how long to wait, and signing in works then', async (page, app) => {
    const parent = await registerParentWithChildren(app, ['Mia']);
    await page.goto('/login');
    for (let i = 0; i < 5; i += 1) assert.equal((await submitManagerCode(page, 'WRNG-C0DE')).status(), 400);
    app.advance(15);
    const response = await submitManagerCode(page, await app.generateManagerCode(parent.token));
    assert.equal(response.status(), 429);
    assert.equal(response.headers()['retry-after'], '45');
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Please wait a moment');
    assert.equal(await page.getByText('Please try again in 45 s.').count(), 1);
    app.advance(45);
    await page.getByRole('link', { name: 'Back to the start page' }).click();
    await submitManagerCode(page, await app.generateManagerCode(parent.token));
    assertPath(page, '/panel');
  });

  testJourney('after too many wrong emailed codes, the field shows how long to wait', async (page, app) => {
    const { email } = await registerParentWithChildren(app, []);
    await page.goto('/login');
    await requestEmailCode(page, email);
    const code = await app.fetchEmailedCode(email);
    for (let i = 0; i < 5; i += 1) await submitEmailCode(page, code === '000000' ? '000001' : '000000');
    const response = await submitEmailCode(page, code);
    assert.equal(response.status(), 429);
    assert.equal(response.headers()['retry-after'], '600');
    await assertFieldError(page, 'code', /Please try again in 10 min\./);
  });

  testOnce('a page opened without a session redirects to the login page, which leads back', async (page, app) => {
    const parent = await registerParentWithChildren(app, ['Mia']);
    await page.goto('/panel?week=2');
    assertPath(page, '/login?next=%2Fpanel%3Fweek%3D2');
    await submitManagerCode(page, 'WRNG-C0DE'); // the next parameter is kept after a wrong code
    await submitManagerCode(page, await app.generateManagerCode(parent.token));
    assertPath(page, '/panel?week=2');

    app.advance(DAY + 1); // a panel session ends after a day without use
    await page.reload();
    assertPath(page, '/login?next=%2Fpanel%3Fweek%3D2');
    assert.equal(await page.getByText('Mia').count(), 0);
    await requestEmailCode(page, parent.email);
    await submitEmailCode(page, await app.fetchEmailedCode(parent.email));
    assertPath(page, '/panel?week=2');
  });

  testOnce('the next parameter of the login page never redirects outside the panel', async (page, app) => {
    const parent = await registerParentWithChildren(app, []);
    for (const next of [
      'https://evil.example/panel',
      '//evil.example',
      '/\\evil.example',
      '/panel@evil.example',
      '/panel/%2e%2E/docs',
    ]) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await submitManagerCode(page, await app.generateManagerCode(parent.token));
      assertPath(page, '/panel');
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      assertPath(page, '/panel');
      await page.goto('/panel/account');
      await clickButton(page, 'Sign out of this browser');
    }
  });

  testOnce('the login page ignores an invalid encrypted email address in its URL', async (page, app) => {
    const encryptedText = app.ctx.secrets.encrypt('not an address that requested a code');
    for (const to of ['', 'x', 'somebody@example.org', encryptedText]) {
      await page.goto(`/login?to=${encodeURIComponent(to)}`);
      assert.equal(await page.getByLabel('Email address').count(), 1);
    }
  });

  testOnce('the login page redirects to the panel when signed in; the front page links to it', async (page, app) => {
    await signIn(app, page, await registerParentWithChildren(app, ['Mia']));
    await page.goto('/login');
    assertPath(page, '/panel');
    await page.goto('/');
    assert.equal(await page.getByRole('link', { name: 'I’m a child' }).count(), 1);
    await page.getByRole('link', { name: 'Open the panel' }).click();
    assertPath(page, '/panel');
  });

  testJourney('signing out ends the session and leaves no private content in the browser', async (page, app) => {
    await signIn(app, page, await registerParentWithChildren(app, ['Mia']));
    const cookies = await page.context().cookies();
    await page.goto('/panel/account');
    await clickButton(page, 'Sign out of this browser');
    assertPath(page, '/login');
    await page.goBack();
    assert.equal(await page.getByText('Mia').count(), 0);
    assertPath(page, '/login?next=%2Fpanel%2Faccount');

    const remainingCookies = (await page.context().cookies()).map(({ name }) => name);
    assert.deepEqual(remainingCookies, ['__Host-device'], 'this browser is recognized at the next login');
    await page.context().addCookies(cookies); // as an attacker who has stolen them could do
    await page.goto('/panel');
    assertPath(page, '/login?next=%2Fpanel');
  });

  testJourney('an expired form shows a message and a link back', async (page, app) => {
    const parent = await registerParentWithChildren(app, []);
    await page.goto('/login');
    await page.context().clearCookies();
    const response = await submitManagerCode(page, await app.generateManagerCode(parent.token));
    assert.equal(response.status(), 403);
    assert.equal(await page.getByText('This page has expired.').count(), 1);
    await page.getByRole('link', { name: 'Back to the start page' }).click();
    await submitManagerCode(page, await app.generateManagerCode(parent.token));
    assertPath(page, '/panel');
  });

  testOnce('a parent without children sees the first steps', async (page, app) => {
    await signIn(app, page, await registerParentWithChildren(app, []));
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'What do your children call you?');
    assert.equal(await page.getByRole('list', { name: 'First steps' }).getByRole('listitem').count(), 4);
  });
}

/** Asserts that a field has an error, which screen readers announce with the field, and that the field has the focus. */
async function assertFieldError(page: Page, field: string, message: RegExp): Promise<void> {
  const input = page.locator(`#${field}`);
  assert.equal(await input.getAttribute('aria-invalid'), 'true');
  assert.match((await input.getAttribute('aria-describedby')) ?? '', new RegExp(`\\b${field}-error\\b`));
  assert.match(await page.locator(`#${field}-error`).innerText(), message);
  assert.equal(await page.locator('.error:visible').count(), 1);
  assert.equal(await page.locator(':focus').getAttribute('id'), field);
}
