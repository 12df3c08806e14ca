import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openTab, useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { openParentTab } from '../support/browser/panel-pages.ts';
import { enterAnswer } from '../support/browser/play-answers.ts';
import { getCorrectAnswers } from '../support/learning/learning-client.ts';
import { testWithRateLimits } from '../support/test-app.ts';

const getBrowser = useBrowser();
const TASK_ID = 'first-sums';
const MAX_TAPS = 25;
const MAX_SECONDS = 240;

testWithRateLimits(
  'a parent of two gets from the front page to a child’s first answer in a few minutes',
  async (app) => {
    const startedAt = performance.now();
    let taps = 0;
    const tap = async (page: Page, ...args: Parameters<Page['getByRole']>) => {
      taps += 1;
      await page.getByRole(...args).click();
    };
    /** Tapping the field counts, typing does not. */
    const type = async (page: Page, label: string, text: string) => {
      const field = page.getByLabel(label, { exact: true });
      if (!(await field.evaluate((element) => element === document.activeElement))) {
        taps += 1;
        await field.click();
      }
      await page.keyboard.type(text);
    };
    const phone = await openParentTab(app, getBrowser(), { width: 390, height: 844, hasTouch: true });
    const { page } = phone;
    const email = 'mum@example.org';
    await page.goto('/');
    await tap(page, 'link', { name: /I’m a parent/ });
    await assertAccessible(page);
    await type(page, 'Email address', email);
    await tap(page, 'button', { name: 'Send me a code' });
    await page.getByLabel('Six-digit code').waitFor();
    await type(page, 'Six-digit code', await app.fetchEmailedCode(email));
    await tap(page, 'button', { name: 'Continue' });
    await page.getByRole('heading', { name: 'What do your children call you?' }).waitFor();
    await assertAccessible(page);
    await type(page, 'Your name for the children', 'Mum');
    await tap(page, 'button', { name: 'Continue' });
    await page.getByRole('heading', { name: 'May we store' }).waitFor();
    await assertAccessible(page);
    await tap(page, 'checkbox');
    await tap(page, 'button', { name: 'Continue' });
    for (const [name, year, pin] of [
      ['Lily', '2021', '7305'],
      ['Leo', '2016', '8462'],
    ] as const) {
      if (name === 'Leo') await tap(page, 'link', { name: 'Add another child' });
      await page.getByRole('heading', { name: 'Add a child' }).waitFor();
      await type(page, 'Name', name);
      await type(page, 'Birth year', year);
      if (name === 'Lily') {
        taps += 1; // like the PIN of digits: the first tap counts, and what follows is typing
        for (const picture of ['Star 7', 'Balloon 3', 'Frog 0', 'Tulip 5', 'Bee 6'])
          await page.getByRole('button', { name: picture }).click();
        assert.equal(await page.getByLabel('PIN: four digits').inputValue(), pin, 'a fifth picture adds nothing');
        const chosen = page.getByRole('status', { name: 'Chosen pictures' }).getByRole('img');
        assert.deepEqual(await chosen.evaluateAll((images) => images.map((image) => image.getAttribute('alt'))), [
          'Star',
          'Balloon',
          'Frog',
          'Tulip',
        ]);
        await assertAccessible(page);
      } else {
        assert.equal(await page.locator('.pin-pictures').isVisible(), false, 'who can read types digits');
        await type(page, 'PIN: four digits', pin);
      }
      await tap(page, 'button', { name: 'Add child' });
      await page.getByRole('heading', { name: 'Now the tablet' }).waitFor();
    }
    const readAddress = async () => (await page.locator('.address').innerText()).replace(/^[^/]*/, '').replace('-', '');
    await page.getByText('Lily is not connected yet').waitFor();
    assert.equal(await page.locator('[aria-current=step]').innerText(), 'Tablet');
    assert.equal(await page.getByRole('navigation').count(), 0, 'nothing is behind it yet');
    assert.equal(await page.getByRole('link', { name: 'Use this device' }).getAttribute('href'), await readAddress());
    await assertAccessible(page);
    const address = await readAddress();

    const tablet = await openTab(getBrowser(), app.url, { width: 1024, height: 768 });
    await tablet.page.goto(address);
    await tablet.page.getByRole('heading', { name: /family of (Lily and Leo|Leo and Lily)\?/ }).waitFor();
    await tap(tablet.page, 'button', { name: 'Connect' });
    await tap(tablet.page, 'link', { name: 'Lily' });
    await page.getByText('Lily is connected').waitFor();
    await page.getByText('Leo is connected').waitFor();
    await page.getByRole('heading', { name: 'All set' }).waitFor();
    assert.equal(await page.locator('[aria-current=step]').count(), 0, 'the first steps are done');
    await assertAccessible(page);
    await page.reload();
    assert.equal(await page.locator('.main-nav [aria-current=page]').innerText(), 'Today');
    await tablet.page.getByRole('heading', { name: /What are your pictures/ }).waitFor();
    await tablet.page.keyboard.type('7305');
    await tablet.page.getByText('Hi, Lily!').waitFor();
    await tap(tablet.page, 'link', { name: /Number Garden/ });
    taps += 2;
    await tablet.page.locator('.map-location-button').first().click();
    await tablet.page.locator(`a[href$="/task/${TASK_ID}"]`).click();
    await tablet.page.locator('.task-content').waitFor();
    const [item] = app.ctx.content.current.tasks.get(TASK_ID)?.items ?? [];
    const [answer] = getCorrectAnswers(app, TASK_ID);
    assert.ok(item && answer);
    taps += 1; // for a young child, tapping a card is the answer
    await enterAnswer(tablet.page, item, answer.response, 'mouse');
    await tablet.page.getByText('Yes, that’s right!').waitFor();

    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`first evening: ${taps} taps, ${seconds.toFixed(1)} s`);
    assert.ok(taps <= MAX_TAPS, `${taps} taps`);
    assert.ok(seconds < MAX_SECONDS, `${seconds} seconds`);
    assert.deepEqual([...phone.errors, ...tablet.errors], []);
    assert.deepEqual(
      (await app.fetchEmailsTo(email)).map(({ subject }) => subject),
      ['Your code to get started', 'Welcome to Family Learning'],
      'no alarm',
    );
    await Promise.all([phone.context.close(), tablet.context.close()]);
  },
);
