import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { openParentTab, signIn } from '../support/browser/panel-pages.ts';
import { openPlayTab, type PlayTab } from '../support/browser/play-tab.ts';
import { createPhotograph } from '../support/files/media.ts';
import { CREATIVE_TASK_ID } from '../support/learning/submissions.ts';
import { startTestApp, type TestApp, WITHOUT_RATE_LIMITS } from '../support/test-app.ts';

const browser = useBrowser();

describe("creative work in the child's app", () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp('sqlite', WITHOUT_RATE_LIMITS);
  });
  after(() => app.close());

  /** A test with a child on a phone and its parent on the panel, which fails on any error that a browser reports. */
  const testJourney = (name: string, run: (child: PlayTab, parent: Page) => Promise<void>) =>
    it(name, async () => {
      const family = await app.registerParent();
      const child = await openPlayTab(app, browser(), { width: 360, height: 740 });
      await app.linkChild(family.token, child.child.token);
      const parent = await openParentTab(app, browser());
      await signIn(app, parent.page, family);
      await run(child, parent.page);
      assert.deepEqual([...child.errors, ...parent.errors], []);
      await child.context.close();
      await parent.context.close();
    });

  testJourney('brings a photo to the parent, and a sticker back to the child', async ({ page, open }, parent) => {
    await open(`task/${CREATIVE_TASK_ID}`);
    await page.getByRole('tab', { name: 'Photo' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByText('Take or choose a photo').click();
    const photo = { name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer: await createPhotograph('jpeg') };
    await (await chooser).setFiles(photo);
    await page.getByText('The photo is ready').waitFor();
    await assertAccessible(page);
    await sendWork(page);
    await assertAccessible(page);

    await parent.goto('/panel/approvals');
    const width = await parent
      .getByRole('img', { name: /^Picture 1/ })
      .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth));
    assert.ok(width > 0);
    await approve(parent, 'Rainbow');

    await open(`task/${CREATIVE_TASK_ID}`);
    await page.getByRole('heading', { name: 'Well done!' }).waitFor();
    const sticker = page.getByRole('img', { name: 'Rainbow' });
    assert.ok(await sticker.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth > 0)));
    await assertAccessible(page);
  });

  testJourney('brings a recording to the parent, who can listen to it', async ({ page, open }, parent) => {
    await open(`task/${CREATIVE_TASK_ID}`);
    await page.getByRole('tab', { name: 'Speak' }).click();
    await page.getByRole('button', { name: 'Record' }).click();
    const stop = page.getByRole('button', { name: 'Done' });
    await stop.waitFor();
    await page.waitForTimeout(500); // of sound
    await stop.click();
    await page.getByRole('button', { name: 'Recorded. Once more?' }).waitFor();
    await assertAccessible(page);
    await sendWork(page);

    await parent.goto('/panel/approvals');
    const isPlaying = await parent.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
      audio.muted = true;
      await audio.play();
      return audio.currentTime >= 0 && audio.error === null;
    });
    assert.ok(isPlaying);
    await approve(parent, 'Applause');

    await open(`task/${CREATIVE_TASK_ID}`);
    await page.getByRole('img', { name: 'Applause' }).waitFor();
  });

  testJourney('offers other ways when the microphone is refused', async ({ page, context, open }) => {
    await context.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await open(`task/${CREATIVE_TASK_ID}`);
    await page.getByRole('tab', { name: 'Speak' }).click();
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByText('The microphone cannot be used here.').waitFor();
    await page.getByRole('tab', { name: 'Write' }).click();
    await page.getByRole('textbox').fill('The fox comes home.');
    await sendWork(page);
  });
});

async function sendWork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Your grown-up is looking at it' }).waitFor();
}

/** Approves the only pending submission, with a sticker. */
async function approve(parent: Page, sticker: string): Promise<void> {
  const work = parent.locator('article');
  await work.locator('summary').click();
  await work.getByRole('radio', { name: sticker }).check({ force: true });
  await work.getByRole('button', { name: 'Approve' }).click();
  await parent.locator('.review-outcome, .flash').first().waitFor();
}
