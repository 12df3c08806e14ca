import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/core/languages.ts';
import { useBrowser } from '../support/browser.ts';
import { invitationFor } from '../support/guardians.ts';
import { openWorld, story, type World } from '../support/test-app.ts';
import { axeViolations, smallTargets, tooWide } from './checks.ts';
import { browserAtHome, type Family, familyOf, managerCode, signIn } from './people.ts';

const browser = useBrowser();
const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

for (const javaScript of [true, false]) {
  const how = `${javaScript ? 'with' : 'without'} JavaScript`;

  story(
    `a guardian corrects a child’s name and sets a new PIN after a fresh code, ${how}`,
    async (world) => {
      const family = await familyOf(world, ['Mia']);
      const child = await childOf(world, family);
      const { page, context, problems } = await browserAtHome(world, browser(), { javaScript });
      await signIn(world, page, family);
      await page.goto(`/panel/children/${child}/settings`);
      const card = page.locator('form[action$="/settings"]');
      await card.getByLabel('Name').fill('   ');
      await card.getByRole('button').click();
      await page.getByText('Must be 1 to 40 characters').waitFor();
      assert.equal(await page.locator('#display_name').getAttribute('aria-invalid'), 'true');
      await page.locator('#display_name:focus').waitFor();
      await card.getByLabel('Name').fill('Mia-Sophie');
      await card.getByRole('button').click();
      await page.locator('.told').waitFor();
      assert.match(page.url(), /\/settings\?done=saved$/, 'the address follows');

      world.pass(20 * 60);
      await page.getByRole('link', { name: 'Set a new PIN' }).click();
      await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByLabel('Six-digit code').waitFor(); // then the letter is on its way
      await page.getByLabel('Six-digit code').fill(await world.codeFor(family.email));
      await page.locator('form[action$="/email-code"]').getByRole('button').click();
      await page.getByLabel('New PIN').fill('0707');
      await page.getByRole('button', { name: 'Set PIN' }).click();
      await page.getByText('New PIN set.').waitFor();
      const login = await world.call('POST', '/app/auth/login/child', { body: { profile_id: child, pin: '0707' } });
      assert.equal(login.status, 200);
      assert.deepEqual(problems, []);
      await context.close();
    },
    UNHURRIED,
  );

  story(
    `a person without an account becomes a guardian from an invitation email, ${how}`,
    async (world) => {
      const family = await familyOf(world, ['Mia']);
      const child = await childOf(world, family);
      const home = await browserAtHome(world, browser(), { javaScript });
      await signIn(world, home.page, family);
      await home.page.goto(`/panel/children/${child}/settings`);
      await home.page.getByLabel('Email address').fill('grandma@example.org');
      await home.page.getByRole('button', { name: 'Send invitation' }).click();
      await home.page.getByText('Invitation sent.').waitFor();

      const far = await browserAtHome(world, browser(), { javaScript });
      await far.page.goto(`/invitations/${await invitationFor(world, 'grandma@example.org')}`);
      await far.page.getByRole('button', { name: 'Send me a sign-in code' }).click();
      await far.page.getByLabel('Six-digit code').fill(await world.codeFor('grandma@example.org'));
      await far.page.getByRole('button', { name: 'Sign in and accept' }).click();
      await far.page.getByRole('heading', { name: 'Mia' }).waitFor();
      assert.equal(new URL(far.page.url()).pathname, '/panel');
      assert.deepEqual([...home.problems, ...far.problems], []);
      await home.context.close();
      await far.context.close();
    },
    UNHURRIED,
  );

  story(
    `an account is deleted on the public page and then kept, ${how}`,
    async (world) => {
      const family = await familyOf(world, ['Mia']);
      const { page, context, problems } = await browserAtHome(world, browser(), { javaScript });
      await page.goto('/account-deletion');
      await page.getByLabel('Email address').fill(family.email);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByLabel('Six-digit code').waitFor(); // then the letter is on its way
      await page.getByLabel('Six-digit code').fill(await world.codeFor(family.email));
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Delete your account?' }).waitFor();
      assert.equal(await page.getByRole('listitem').filter({ hasText: 'Mia' }).count(), 1);
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByText('Your account will be deleted on 27 November 2026.').waitFor();
      await page.getByRole('button', { name: 'Keep my account' }).click();
      await page.getByText('Deletion cancelled.').waitFor();
      assert.equal(await world.count('deletions'), 0);
      assert.deepEqual(problems, []);
      await context.close();
    },
    UNHURRIED,
  );

  story(
    `a parent links a child, creates and closes a planet, exports and switches language, ${how}`,
    async (world) => {
      const family = await familyOf(world, []);
      const { page, context, problems } = await browserAtHome(world, browser(), { javaScript });
      await signIn(world, page, family);
      await page.goto('/panel/link');
      await page.getByRole('button', { name: 'Get a code' }).click();
      await page.getByText('Expires in 15 minutes.').waitFor();
      const code = /[A-Z0-9]{4}[ -]?[A-Z0-9]{4}/.exec(await page.locator('.linking').innerText())?.[0] ?? '';
      const child = await world.registerChild();
      const linked = await world.call('POST', '/app/auth/link/redeem', { token: child.token, body: { code } });
      assert.equal(linked.status, 200, linked.text);

      await page.goto('/panel/planets');
      await page.getByLabel('Name').fill('Kitchen table');
      await page.getByRole('button', { name: 'Create planet' }).click();
      await page.getByText('Planet created.').waitFor();
      await page.getByRole('button', { name: 'Add this child' }).click();
      await page.getByText('The child has joined the planet.').waitFor();
      const mine = await world.call('GET', '/app/planets/mine', { token: child.token });
      assert.equal(mine.body.data[0].name, 'Kitchen table');
      await page.getByRole('button', { name: 'Get an invitation code' }).click();
      await page.getByText('Give this code to other parents.').waitFor();
      await page.locator('summary', { hasText: 'Close planet' }).click();
      await page.getByRole('button', { name: 'Close planet' }).click();
      await page.getByText('Planet closed.').waitFor();

      await page.goto('/panel/account/export');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('a[href$="export.zip"]').click(),
      ]);
      assert.match(download.suggestedFilename(), /\.zip$/);
      await page.goto('/panel/account');
      await page.getByLabel('Language').selectOption('es');
      await page.getByRole('button', { name: 'Save' }).first().click();
      await page.getByText('Idioma cambiado a español.').waitFor();
      assert.deepEqual(problems, []);
      await context.close();
    },
    UNHURRIED,
  );
}

// On one database: what a page looks like does not depend on where its rows come from.
describe('pages of child settings and account', () => {
  let world: World;
  before(async () => {
    world = await openWorld('sqlite', UNHURRIED);
  });
  after(() => world.close());

  for (const locale of LANGUAGES) {
    it(`are accessible, fit the width and have large enough targets, light and dark (${locale})`, async () => {
      const { page, context, problems } = await browserAtHome(world, browser(), { locale });
      for (const path of await paths(page, world, ['Mia', 'Wilhelmina-Maximiliana Konstantinopolska'], locale)) {
        await page.goto(path);
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          assert.deepEqual(await axeViolations(page), [], `${path} ${scheme}`);
        }
        for (const width of [320, 768, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          assert.deepEqual(await tooWide(page), [], `${path} at ${width} px`);
        }
        await page.setViewportSize({ width: 360, height: 740 });
        assert.deepEqual(await smallTargets(page), [], path);
      }
      assert.deepEqual(problems, []);
      await context.close();
    });
  }

  it('show names that look like HTML as plain text', async () => {
    const { page, context, problems } = await browserAtHome(world, browser());
    page.on('dialog', () => assert.fail('something ran'));
    for (const path of await paths(page, world, INERT, 'en')) {
      await page.goto(path);
      const scripts = await page.locator('script:not([src^="/assets/"]), [onerror], [onload], [onfocus]').count();
      assert.equal(scripts, 0, path);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
});

const INERT = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '" autofocus onfocus=alert(1) x="',
  '</textarea><script>alert(1)</script>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")}}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<!--<img src=x onerror=alert(1)>-->',
  '</title><script>alert(1)</script>',
];

/** A signed-in parent's pages of each kind, with something on all of them; for each child where it is named. */
async function paths(page: Page, world: World, names: readonly string[], locale: string): Promise<string[]> {
  const family = await familyOf(world, names, locale);
  await page.goto('/login');
  await page.locator('#code').fill(await managerCode(world, family));
  await page.locator('form[action="/login/manager-code"] button').click();
  await page.waitForURL('**/panel');
  const rows = await world.ctx.db
    .selectFrom('guardians')
    .innerJoin('profiles as p', 'p.id', 'parent_id')
    .select(['child_id', 'parent_id'])
    .where('p.email', '=', family.email)
    .execute();
  const [first] = rows;
  assert.ok(first);
  await invite(page, first.child_id);
  const invitation = await invitationFor(world, 'aunt@example.org');
  await found(page, names[0] ?? '');
  const ofChildren = rows.flatMap(({ child_id, parent_id }) =>
    ['settings', 'pin', `unlink?guardian=${parent_id}`, 'delete', 'export'].map(
      (end) => `/panel/children/${child_id}/${end}`,
    ),
  );
  const own = [
    'account?done=letters',
    'account/delete',
    'account/export',
    'planets',
    'link',
    'privacy',
    'confirm?sent=1',
  ];
  const open = ['/account-deletion', `/invitations/${invitation}`, `/invitations/${invitation}?sent=1`];
  return [...ofChildren, ...own.map((end) => `/panel/${end}`), ...open];
}

async function invite(page: Page, childId: string): Promise<void> {
  await page.goto(`/panel/children/${childId}/settings`);
  await page.locator('#email').fill('aunt@example.org');
  await page.locator('form[action$="/invitations"] button').click();
  await page.locator('.told').waitFor();
}

async function found(page: Page, name: string): Promise<void> {
  await page.goto('/panel/planets');
  await page.locator('#name').fill(name);
  await page.locator('#description').fill(name);
  await page.locator('form[action="/panel/planets"] button').click();
  await page.locator('.told').waitFor();
}

async function childOf(world: World, { email }: Family): Promise<string> {
  const { child_id } = await world.ctx.db
    .selectFrom('guardians')
    .innerJoin('profiles as p', 'p.id', 'parent_id')
    .select('child_id')
    .where('p.email', '=', email)
    .executeTakeFirstOrThrow();
  return child_id;
}
