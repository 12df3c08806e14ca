import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { DAY, HOUR } from '../../src/core/time/instant.ts';
import { composeTestMessage } from '../../src/features/notification-delivery/compose-message.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { findAxeViolations, findOverflowingElements, findSmallTargets } from '../support/browser/page-checks.ts';
import { openParentTab, registerParentWithChildren, signIn, type TestParent } from '../support/browser/panel-pages.ts';
import { fetchInvitationToken } from '../support/family/guardians.ts';
import { waitFor } from '../support/service/wait-for.ts';
import { describeWithApp, type TestApp, testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

// The same forms without JavaScript, on both databases: test/scenarios/panel/panel-actions.test.ts.
const ON_SQLITE = { only: 'sqlite' } as const;

testWithApp(
  `a guardian corrects a child’s name and sets a new PIN after a fresh code`,
  async (app) => {
    const parent = await registerParentWithChildren(app, ['Mia']);
    const childId = await findFirstChildId(app, parent);
    const { page, context, errors } = await openParentTab(app, getBrowser());
    await signIn(app, page, parent);
    await page.goto(`/panel/children/${childId}/settings`);
    await openSetting(page, 'Name, age and language');
    const settingsForm = page.locator('form[action$="/settings"]');
    await settingsForm.getByLabel('Name').fill('   ');
    await settingsForm.getByRole('button').click();
    await page.getByText('A name has 1 to 40 characters').waitFor();
    assert.equal(await page.locator('#display_name').getAttribute('aria-invalid'), 'true');
    await page.locator('#display_name:focus').waitFor();
    await settingsForm.getByLabel('Name').fill('Mia-Sophie');
    await settingsForm.getByRole('button').click();
    await page.locator('.flash').waitFor();
    assert.match(page.url(), /\/settings\?done=saved$/, 'saving also changes the URL');

    app.advance(2 * HOUR); // the account is no longer new
    await openSetting(page, 'PIN');
    await page.getByRole('link', { name: 'Set a new PIN' }).click();
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Six-digit code').waitFor(); // the field appears once the email has been enqueued
    await page.getByLabel('Six-digit code').fill(await app.fetchEmailedCode(parent.email));
    await page.locator('form[action$="/email-code"]').getByRole('button').click();
    await page.getByLabel('New PIN').fill('0707');
    await page.getByRole('button', { name: 'Set PIN' }).click();
    await page.getByText('New PIN set.').waitFor();
    const login = await app.loginChild(childId, '0707');
    assert.equal(login.status, 200);
    assert.deepEqual(errors, []);
    await context.close();
  },
  ON_SQLITE,
);

testWithApp(
  `a person without an account becomes a guardian from an invitation email`,
  async (app) => {
    const parent = await registerParentWithChildren(app, ['Mia']);
    const childId = await findFirstChildId(app, parent);
    const inviterTab = await openParentTab(app, getBrowser());
    await signIn(app, inviterTab.page, parent);
    await inviterTab.page.goto(`/panel/children/${childId}/settings`);
    await openSetting(inviterTab.page, 'Guardians');
    await inviterTab.page.getByLabel('Email address').fill('grandma@example.org');
    await inviterTab.page.getByRole('button', { name: 'Send invitation' }).click();
    await inviterTab.page.getByText('Invitation sent.').waitFor();

    const invitedTab = await openParentTab(app, getBrowser());
    await invitedTab.page.goto(`/invitations/${await fetchInvitationToken(app, 'grandma@example.org')}`);
    await invitedTab.page.getByRole('button', { name: 'Send me a sign-in code' }).click();
    await invitedTab.page.getByLabel('Six-digit code').fill(await app.fetchEmailedCode('grandma@example.org'));
    await invitedTab.page.getByRole('button', { name: 'Sign in and accept' }).click();
    await invitedTab.page.getByRole('heading', { name: 'Mia' }).waitFor();
    assert.equal(new URL(invitedTab.page.url()).pathname, '/panel');
    assert.deepEqual([...inviterTab.errors, ...invitedTab.errors], []);
    await inviterTab.context.close();
    await invitedTab.context.close();
  },
  ON_SQLITE,
);

testWithApp(
  `the deletion of an account is planned on the public page and then canceled`,
  async (app) => {
    const parent = await registerParentWithChildren(app, ['Mia']);
    const { page, context, errors } = await openParentTab(app, getBrowser());
    await page.goto('/account-deletion');
    await page.getByLabel('Email address').fill(parent.email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Six-digit code').waitFor(); // the field appears once the email has been enqueued
    await page.getByLabel('Six-digit code').fill(await app.fetchEmailedCode(parent.email));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Delete your account?' }).waitFor();
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'Mia' }).count(), 1);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText('Your account will be deleted on 27 November 2026.').waitFor();
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await page.getByText('Deletion cancelled.').waitFor();
    assert.equal(await app.countRows('deletions'), 0);
    assert.deepEqual(errors, []);
    await context.close();
  },
  ON_SQLITE,
);

testWithApp(
  `a parent links a child, creates and closes a planet, downloads an export and changes the language`,
  async (app) => {
    const device = 'tablet-of-the-family-0001';
    const child = await app.registerChild({ device });
    app.advance(7 * DAY); // after a week on the same device, the parent need not wait before downloading an export
    const parent = await registerParentWithChildren(app, []);
    const { page, context, errors } = await openParentTab(app, getBrowser());
    await signIn(app, page, parent);
    await page.goto('/panel/add-child');
    await page.getByLabel('I am a parent').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('My child already plays here').click();
    await page.getByRole('button', { name: 'Get a code' }).click();
    await page.getByText('Expires in 15 minutes.').waitFor();
    const code = /[A-Z0-9]{4}[ -]?[A-Z0-9]{4}/.exec(await page.locator('.code-display').innerText())?.[0] ?? '';
    const linkResponse = await app.call('POST', '/app/auth/link/redeem', {
      token: child.token,
      body: { code },
      device,
    });
    assert.equal(linkResponse.status, 200, linkResponse.text);

    await page.goto('/panel/planets');
    await page.getByLabel('Name').fill('Kitchen table');
    await page.getByRole('button', { name: 'Create planet' }).click();
    await page.getByText('Planet created.').waitFor();
    await page.getByRole('button', { name: 'Add this child' }).click();
    await page.getByText('The child has joined the planet.').waitFor();
    const planets = await app.call('GET', '/app/planets/mine', { token: child.token });
    assert.equal(planets.body.data[0].name, 'Kitchen table');
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
    await openSetting(page, 'Language');
    const language = page.getByLabel('Language');
    await language.selectOption('es');
    await page.locator('form', { has: language }).getByRole('button').click();
    await page.getByText('Idioma cambiado a español.').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },
  ON_SQLITE,
);

testWithApp(
  'a parent turns on messages in the browser, whose service worker shows them',
  async (app) => {
    const { page, context, errors } = await openParentTab(app, getBrowser(), { hasServiceWorker: true });
    await context.grantPermissions(['notifications']);
    // Chromium subscribes at a push service of its vendor, which no test may reach.
    await page.addInitScript((p256dh) => {
      const keys = { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
      const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys };
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem('subscribed', 'yes');
        return subscription as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem('subscribed')
          ? ({ ...subscription, unsubscribe: async () => localStorage.clear() } as unknown as PushSubscription)
          : null;
    }, createECDH('prime256v1').generateKeys('base64url'));
    await signIn(app, page, await registerParentWithChildren(app, ['Mia']));
    await page.goto('/panel/account');
    const turnOn = page.getByRole('button', { name: 'Tell me in this browser' });
    await openSetting(page, 'Emails and messages');
    await turnOn.click();
    await page.getByText('We’ll tell you in this browser.').waitFor();
    await openSetting(page, 'Emails and messages');
    await turnOn.waitFor({ state: 'hidden' });
    assert.equal(await page.getByRole('button', { name: /^Remove.*, this browser$/ }).count(), 1);

    const devTools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) =>
      devTools.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations: [first] }) => first && resolve(first.registrationId),
      ),
    );
    await devTools.send('ServiceWorker.enable');
    const registrationId = await registered;
    const worker = context.serviceWorkers()[0] ?? assert.fail('no service worker');
    // This Chromium shows no notifications.
    const shown = worker.evaluate(
      () =>
        new Promise((resolve) => {
          const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
          registration.showNotification = async (title, options) => resolve(`${title} ${options?.data.url}`);
        }),
    );
    const data = JSON.stringify(composeTestMessage(app.ctx, 'en'));
    await waitFor(async () => {
      await devTools.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId, data });
      return Promise.race([shown, sleep(100, false)]);
    });
    assert.equal(await shown, 'It works: we’ll tell you here. /panel/account');
    await page.getByRole('button', { name: /^Remove.*, this browser$/ }).click();
    await page.getByText('Browser removed.').waitFor();
    await openSetting(page, 'Emails and messages');
    await turnOn.waitFor(); // the browser has ended its subscription, too
    // What a click on a message does. Without a click, the worker may only navigate.
    await worker.evaluate("openPage('/panel/approvals').catch(() => {})");
    await page.waitForURL('/panel/approvals');
    assert.deepEqual(errors, []);
    await context.close();
  },
  ON_SQLITE,
);

// SQLite only: the appearance of a page does not depend on the database.
describeWithApp(
  'pages of child settings and account',
  (app) => {
    for (const locale of LANGUAGES) {
      it(`are accessible, fit the width and have large enough targets, light and dark (${locale})`, async () => {
        const { page, context, errors } = await openParentTab(app, getBrowser(), { locale });
        for (const path of await createFamilyAndListPages(page, app, LONG_NAME, locale)) {
          await page.goto(path);
          await openDetails(page);
          if (locale === 'en') assert.deepEqual(await findAxeViolations(page), [], path);
          for (const width of [320, 768, 1280]) {
            await page.setViewportSize({ width, height: 740 });
            assert.deepEqual(await findOverflowingElements(page), [], `${path} at ${width} px`);
          }
          await page.setViewportSize({ width: 360, height: 740 });
          assert.deepEqual(await findSmallTargets(page), [], path);
        }
        assert.deepEqual(errors, []);
        await context.close();
      });
    }
  },
  ON_SQLITE,
);

const LONG_NAME = 'Wilhelmina-Maximiliana Konstantinopolska'; // 40 characters

/** Creates a family with content for every page, and signs in. Returns the paths of the pages to check. */
async function createFamilyAndListPages(
  page: Page,
  app: TestApp,
  childName: string,
  locale: string,
): Promise<string[]> {
  const parent = await registerParentWithChildren(app, [childName], locale);
  await page.goto('/login');
  await page
    .locator('form[action="/login/manager-code"]')
    .evaluate((form) => form.closest('details')?.setAttribute('open', ''));
  await page.locator('#code').fill(await app.generateManagerCode(parent.token));
  await page.locator('form[action="/login/manager-code"] button').click();
  await page.waitForURL('**/panel');
  const guardianLinks = await app.ctx.db
    .selectFrom('guardians')
    .innerJoin('profiles as p', 'p.id', 'parent_id')
    .select(['child_id', 'parent_id'])
    .where('p.email', '=', parent.email)
    .execute();
  const [firstLink] = guardianLinks;
  assert.ok(firstLink);
  await inviteAunt(page, firstLink.child_id);
  const invitationToken = await fetchInvitationToken(app, 'aunt@example.org');
  await createPlanet(page, childName);
  const childPaths = guardianLinks.flatMap(({ child_id, parent_id }) =>
    ['settings', 'pin', `unlink?guardian=${parent_id}`, 'delete', 'export'].map(
      (suffix) => `/panel/children/${child_id}/${suffix}`,
    ),
  );
  const panelPageSuffixes = [
    'account?done=emails',
    'account/delete',
    'account/export',
    'planets',
    'link',
    'privacy',
    'confirm?sent=1',
  ];
  const publicPaths = [
    '/account-deletion',
    `/invitations/${invitationToken}`,
    `/invitations/${invitationToken}?sent=1`,
  ];
  return [...childPaths, ...panelPageSuffixes.map((suffix) => `/panel/${suffix}`), ...publicPaths];
}

async function inviteAunt(page: Page, childId: string): Promise<void> {
  await page.goto(`/panel/children/${childId}/settings`);
  await openDetails(page);
  await page.locator('#email').fill('aunt@example.org');
  await page.locator('form[action$="/invitations"] button').click();
  await page.locator('.flash').waitFor();
}

function openSetting(page: Page, title: string): Promise<void> {
  return page.locator('summary.setting b', { hasText: new RegExp(`^${title}$`) }).click();
}

async function openDetails(page: Page): Promise<void> {
  for (const details of await page.locator('details').all())
    await details.evaluate((it) => it.setAttribute('open', ''));
}

async function createPlanet(page: Page, name: string): Promise<void> {
  await page.goto('/panel/planets');
  await page.locator('#name').fill(name);
  await page.locator('#description').fill(name);
  await page.locator('form[action="/panel/planets"] button').click();
  await page.locator('.flash').waitFor();
}

async function findFirstChildId(app: TestApp, { email }: TestParent): Promise<string> {
  const { child_id } = await app.ctx.db
    .selectFrom('guardians')
    .innerJoin('profiles as p', 'p.id', 'parent_id')
    .select('child_id')
    .where('p.email', '=', email)
    .executeTakeFirstOrThrow();
  return child_id;
}
