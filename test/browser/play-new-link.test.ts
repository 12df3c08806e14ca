import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { openPlayTab } from '../support/browser/play-tab.ts';
import { testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

testWithApp(
  'a child sees who has been connected with it, undoes that with the PIN and chooses a new one',
  async (app) => {
    const tab = await openPlayTab(app, getBrowser(), { width: 390, height: 844 });
    const { page, child, open } = tab;
    app.advance(1);
    const stranger = await app.registerParent('mallory@example.org');
    await app.linkChild(stranger.token, child.token);
    await open(`pin/${child.id}`);
    await page.getByText('Your grown-up is now m…@example.org.').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'That’s not my grown-up' }).click();
    await page.getByText('Type the PIN you had before.').waitFor();
    await assertAccessible(page);
    await typePin(page, '1234');
    await page.getByText('Now choose a new PIN').waitFor();
    await typePin(page, '1111');
    await page.getByText('easy to guess').waitFor();
    await typePin(page, '7391');
    await page.getByText('Nobody is connected with you now.').waitFor();
    await assertAccessible(page);
    assert.equal(await app.countRows('guardians'), 0);
    assert.equal((await app.loginChild(child.id, '7391')).status, 200);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.locator('.keypad button:enabled').first().waitFor();
    assert.equal(await page.getByText('Your grown-up is now').count(), 0);
    await tab.context.close();
  },
  { only: 'sqlite' },
);

async function typePin(page: Page, pin: string): Promise<void> {
  await page.locator('.keypad button:enabled').first().waitFor();
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
}
