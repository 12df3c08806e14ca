import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser.ts';
import { story, type World } from '../support/test-app.ts';
import {
  askForCode,
  assertAt,
  browserAtHome,
  familyOf,
  managerCode,
  press,
  signIn,
  typeEmailCode,
  typeManagerCode,
} from './people.ts';

const browser = useBrowser();

for (const javaScript of [true, false]) {
  /** A journey of one parent with one child, in a browser that must have nothing to complain about. */
  const journey = (name: string, tell: (page: Page, world: World) => Promise<void>) =>
    story(`${name}, ${javaScript ? 'with' : 'without'} JavaScript`, async (world) => {
      const { page, context, problems } = await browserAtHome(world, browser(), { javaScript });
      await tell(page, world);
      assert.deepEqual(problems, []);
      await context.close();
    });

  journey('a manager code signs in regardless of case and spaces', async (page, world) => {
    const family = await familyOf(world, ['Mia']);
    await page.goto('/login');
    const code = await managerCode(world, family);
    const asTyped = ` ${code.toLowerCase().replace('-', '').replace(/(..)/g, '$1 ')}`;
    const panel = await typeManagerCode(page, asTyped);
    assert.equal(panel.status(), 200);
    assertAt(page, '/panel');
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Your children');
    assert.deepEqual(await page.getByRole('heading', { level: 2 }).allInnerTexts(), ['Mia']);
    assert.equal(await page.getByText('Level 1 · 50 XP to go').count(), 1);
  });

  journey('a wrong manager code shows an error at its field, and the correct one then works', async (page, world) => {
    const family = await familyOf(world, ['Mia']);
    await page.goto('/login');
    const refused = await typeManagerCode(page, 'WRNG-C0DE');
    assert.equal(refused.status(), 400);
    await assertProblemAt(page, 'code', /This code is wrong or has expired/);
    assert.equal(await page.getByLabel('Email address').getAttribute('aria-invalid'), null);
    await typeManagerCode(page, await managerCode(world, family));
    assertAt(page, '/panel');
  });

  journey('an emailed code signs in, also after reloading the page', async (page, world) => {
    const { email } = await familyOf(world, ['Mia']);
    await page.goto('/login');
    await askForCode(page, ` ${email.toUpperCase()}`);
    assert.ok(!page.url().includes('example'), 'the address is not readable in the history');
    assert.equal(await page.locator(':focus').getAttribute('id'), 'code');
    await page.reload();
    assert.equal((await world.letters()).length, 2, 'a reload sends no second letter');
    const code = await world.codeFor(email);
    await typeEmailCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
    assertAt(page, '/panel');
    assert.equal(await page.getByText('Mia').count(), 1);
  });

  journey('a wrong emailed code is refused, and a new one can be requested', async (page, world) => {
    const { email } = await familyOf(world, ['Mia']);
    await page.goto('/login');
    await askForCode(page, email);
    const first = await world.codeFor(email);
    const refused = await typeEmailCode(page, first === '000000' ? '000001' : '000000');
    assert.equal(refused.status(), 400);
    await assertProblemAt(page, 'code', /This code is wrong/);
    await press(page, 'Send a new code');
    assert.equal(await page.locator('.problem').count(), 0);
    await typeEmailCode(page, await world.codeFor(email));
    assertAt(page, '/panel');
  });

  journey('an unregistered email address shows an error', async (page, world) => {
    await page.goto('/login');
    const refused = await askForCode(page, 'nobody@example.org');
    assert.equal(refused.status(), 404);
    await assertProblemAt(page, 'email', /This email address isn’t registered/);
    assert.equal(await page.getByLabel('Email address').inputValue(), 'nobody@example.org');
    assert.equal((await world.letters()).length, 0);
  });

  journey('too many tries show a page with the waiting time, after which signing in works', async (page, world) => {
    const family = await familyOf(world, ['Mia']);
    await page.goto('/login');
    for (let i = 0; i < 5; i += 1) assert.equal((await typeManagerCode(page, 'WRNG-C0DE')).status(), 400);
    world.pass(15);
    const refused = await typeManagerCode(page, await managerCode(world, family));
    assert.equal(refused.status(), 429);
    assert.equal(refused.headers()['retry-after'], '45');
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Please wait a moment');
    assert.equal(await page.getByText('Please try again in 45 s.').count(), 1);
    world.pass(45);
    await page.getByRole('link', { name: 'Go to home' }).click();
    await typeManagerCode(page, await managerCode(world, family));
    assertAt(page, '/panel');
  });

  journey('too many wrong emailed codes show the waiting time at the field', async (page, world) => {
    const { email } = await familyOf(world, []);
    await page.goto('/login');
    await askForCode(page, email);
    const code = await world.codeFor(email);
    for (let i = 0; i < 5; i += 1) await typeEmailCode(page, code === '000000' ? '000001' : '000000');
    const refused = await typeEmailCode(page, code);
    assert.equal(refused.status(), 429);
    assert.equal(refused.headers()['retry-after'], '600');
    await assertProblemAt(page, 'code', /Please try again in 10 min\./);
  });

  journey('a lost session leads to login and back to the same page', async (page, world) => {
    const family = await familyOf(world, ['Mia']);
    await page.goto('/panel?week=2');
    assertAt(page, '/login?next=%2Fpanel%3Fweek%3D2');
    await typeManagerCode(page, 'WRNG-C0DE'); // the way back survives a slip of the finger
    await typeManagerCode(page, await managerCode(world, family));
    assertAt(page, '/panel?week=2');

    world.pass(24 * 60 * 60 + 1);
    await page.reload();
    assertAt(page, '/login?next=%2Fpanel%3Fweek%3D2');
    assert.equal(await page.getByText('Mia').count(), 0);
    await askForCode(page, family.email);
    await typeEmailCode(page, await world.codeFor(family.email));
    assertAt(page, '/panel?week=2');
  });

  journey('the next parameter of login never leaves the panel', async (page, world) => {
    const family = await familyOf(world, []);
    for (const next of ['https://evil.example/panel', '//evil.example', '/\\evil.example', '/panel@evil.example']) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await typeManagerCode(page, await managerCode(world, family));
      assertAt(page, '/panel');
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      assertAt(page, '/panel');
      await press(page, 'Sign out');
    }
  });

  journey('an invalid sealed address in the link shows the plain login', async (page, world) => {
    const sealed = world.ctx.secrets.seal('not an address that asked for a code');
    for (const to of ['', 'x', 'somebody@example.org', sealed]) {
      await page.goto(`/login?to=${encodeURIComponent(to)}`);
      assert.equal(await page.getByLabel('Code from the app').count(), 1);
    }
  });

  journey('login redirects to the panel when signed in', async (page, world) => {
    await signIn(world, page, await familyOf(world, ['Mia']));
    for (const path of ['/login', '/']) {
      await page.goto(path);
      assertAt(page, '/panel');
    }
  });

  journey('signing out ends the session and leaves no private content', async (page, world) => {
    await signIn(world, page, await familyOf(world, ['Mia']));
    const cookies = await page.context().cookies();
    await press(page, 'Sign out');
    assertAt(page, '/login');
    await page.goBack();
    assert.equal(await page.getByText('Mia').count(), 0);
    assertAt(page, '/login?next=%2Fpanel');

    const kept = (await page.context().cookies()).map(({ name }) => name);
    assert.deepEqual(kept, ['__Host-device'], 'this browser is known again at the next login');
    await page.context().addCookies(cookies); // as if somebody had copied them
    await page.goto('/panel');
    assertAt(page, '/login?next=%2Fpanel');
  });

  journey('an expired form shows a message and a link back', async (page, world) => {
    const family = await familyOf(world, []);
    await page.goto('/login');
    await page.context().clearCookies();
    const refused = await typeManagerCode(page, await managerCode(world, family));
    assert.equal(refused.status(), 403);
    assert.equal(await page.getByText('This page has expired.').count(), 1);
    await page.getByRole('link', { name: 'Go to home' }).click();
    await typeManagerCode(page, await managerCode(world, family));
    assertAt(page, '/panel');
  });

  journey('a parent without children sees how to link the first one', async (page, world) => {
    await signIn(world, page, await familyOf(world, []));
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Add your first child');
    assert.equal(await page.getByRole('main').getByRole('listitem').count(), 3);
    await page.getByRole('button', { name: 'Get a code' }).click();
    await page.getByText('Expires in 15 minutes.').waitFor();
    assertAt(page, '/panel/link');
  });
}

/** The problem stands by the field, belongs to it for a screen reader, and the field has the focus. */
async function assertProblemAt(page: Page, field: string, words: RegExp): Promise<void> {
  const input = page.locator(`#${field}`);
  assert.equal(await input.getAttribute('aria-invalid'), 'true');
  assert.match((await input.getAttribute('aria-describedby')) ?? '', new RegExp(`\\b${field}-problem\\b`));
  assert.match(await page.locator(`#${field}-problem`).innerText(), words);
  assert.equal(await page.locator('.problem').count(), 1);
  assert.equal(await page.locator(':focus').getAttribute('id'), field);
}
