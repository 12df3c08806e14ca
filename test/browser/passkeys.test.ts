import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { HOUR, MINUTE } from '../../src/core/time/instant.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import {
  assertPath,
  clickButton,
  openParentTab,
  registerParentWithChildren,
  signIn,
} from '../support/browser/panel-pages.ts';
import { waitFor } from '../support/service/wait-for.ts';
import { testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
/** The browser reports the status of the page that asks who is there. */
const WHO_IS_THERE = 'console: Failed to load resource: the server responded with a status of 403 (Forbidden)';

/** A device with a passkey for each site, whose owner agrees to everything at once. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    countPasskeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** Whether the device can tell that it is its owner. */
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

testWithApp(
  'a passkey is created, signs in, confirms, and answers who is there',
  async (app) => {
    const { page, context, errors } = await openParentTab(app, getBrowser());
    const device = await addAuthenticator(page);
    await signIn(app, page, await registerParentWithChildren(app, ['Mia']));
    await page.goto('/panel/account/passkeys');
    await page.getByLabel('Name').fill('Mum’s phone');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Passkey added.').waitFor();
    assert.equal(await page.getByRole('button', { name: /Remove.*Mum’s phone/ }).count(), 1);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This device already has a passkey').waitFor();
    await assertAccessible(page);
    await page.goto('/panel/account');
    await clickButton(page, 'Sign out of this browser');

    await page.waitForURL('/panel'); // the browser suggests the passkey, and its owner agrees
    await device.setVerified(false);
    await page.goto('/panel/account');
    await clickButton(page, 'Sign out of this browser');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('That didn’t work, or it was cancelled.').waitFor();
    await device.setVerified(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('/panel');

    app.advance(2 * HOUR); // the account is no longer new
    await page.goto('/panel/account/delete');
    assertPath(page, '/panel/confirm?next=%2Fpanel%2Faccount%2Fdelete');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('/panel/account/delete');

    app.advance(30 * MINUTE);
    await page.goto('/panel/account');
    const weekly = page.getByRole('checkbox', { name: 'Weekly summary' });
    const emails = page.locator('summary', { hasText: 'Emails and messages' });
    await emails.click();
    await weekly.click();
    await page.locator('form', { has: weekly }).getByRole('button').click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('/panel/account?done=notifications-saved');
    await emails.click();
    assert.equal(await weekly.isChecked(), false, 'what was chosen is kept');

    await page.goto('/panel/account/passkeys');
    await page.getByRole('button', { name: /Remove/ }).click();
    await page.getByText('Passkey removed.').waitFor();
    await waitFor(async () => (await device.countPasskeys()) === 0); // the device no longer suggests the passkey
    assert.deepEqual(errors, [WHO_IS_THERE]);
    await context.close();
  },
  { only: 'sqlite', hostName: 'localhost' },
);
