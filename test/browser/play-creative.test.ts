import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { openParentTab, signIn } from '../support/browser/panel-pages.ts';
import { type PlayTab, readDeviceStorage, runJourney } from '../support/browser/play-tab.ts';
import { createPhotograph } from '../support/files/media.ts';
import { CREATIVE_TASK_ID } from '../support/learning/submissions.ts';
import { waitFor } from '../support/service/wait-for.ts';
import { describeWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

// SQLite only: test/scenarios/learning/submissions has the tests of the service on both databases.
describeWithApp(
  "creative work in the child's app",
  (app) => {
    /** A test with a child on a phone and the child's parent in the panel, which fails on any error that a browser reports. */
    const testJourney = (name: string, run: (childTab: PlayTab, parentPage: Page) => Promise<void>) =>
      it(name, () => {
        const runWithParent = async (childTab: PlayTab) => {
          const guardian = await app.registerParent();
          await app.linkChild(guardian.token, childTab.child.token);
          const { page, context, errors } = await openParentTab(app, getBrowser());
          await signIn(app, page, guardian);
          await run(childTab, page);
          assert.deepEqual(errors, []);
          await context.close();
        };
        return runJourney(app, getBrowser(), runWithParent, { width: 360, height: 740 });
      });

    testJourney(
      'shows a photo to the parent, and a sticker to the child',
      async ({ page, context, open }, parentPage) => {
        await open(`task/${CREATIVE_TASK_ID}`);
        await page.getByRole('tab', { name: 'Photo' }).click();
        await choosePhoto(page, 'Take or choose a photo', Buffer.from('not a picture'));
        await page.getByRole('alert').getByText('This picture cannot be shown.').waitFor();
        assert.ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
        await choosePhoto(page, 'Take or choose a photo', Buffer.alloc(10 * 1024 * 1024 + 1));
        await page.getByRole('alert').getByText('This file is too large.').waitFor();
        await choosePhoto(page, 'Take or choose a photo', await createPhotograph('jpeg'));
        await waitForPhoto(page, { isUpright: true, color: 'red' }); // rotated as its metadata requires
        const otherPhoto = sharp({ create: { width: 60, height: 30, channels: 3, background: 'blue' } });
        await choosePhoto(page, 'Take or choose another photo', await otherPhoto.webp().toBuffer());
        await waitForPhoto(page, { isUpright: false, color: 'blue' });
        await page.reload(); // the photo is kept on the device
        await waitForPhoto(page, { isUpright: false, color: 'blue' });
        await assertAccessible(page);
        await sendWork(page);
        await page.locator('.xp-line', { hasText: /Work sent.*\+\d+ XP/ }).waitFor();
        await page.locator('.result-card canvas:not([width="0"])').waitFor();
        await assertAccessible(page);

        await parentPage.goto('/panel/approvals');
        const shownWidth = await parentPage
          .getByRole('img', { name: /^Picture 1/ })
          .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth));
        assert.ok(shownWidth > 0);
        await approve(parentPage, 'Rainbow');

        await open(`task/${CREATIVE_TASK_ID}`);
        await page.getByRole('heading', { name: 'Well done!' }).waitFor();
        const sticker = page.getByRole('img', { name: 'Rainbow' });
        assert.ok(await sticker.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth > 0)));
        await assertAccessible(page);

        await open('me');
        await page.getByRole('link', { name: 'My works' }).click();
        const work = page.getByRole('listitem').filter({ hasText: 'Well done!' });
        await work.getByRole('img', { name: 'Rainbow' }).waitFor();
        await work.locator('canvas:not([width="0"])').waitFor();
        await assertAccessible(page);
        await context.setOffline(true); // the picture is kept on the device
        await work.getByRole('button', { name: 'Look at “Another ending”' }).press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Another ending' });
        await dialog.locator('canvas:not([width="0"])').waitFor();
        await assertAccessible(page);
        await dialog.getByRole('button', { name: 'Close' }).press('Enter');
        await dialog.waitFor({ state: 'detached' });
      },
    );

    testJourney('lets the parent listen to a recording', async ({ page, context, open }, parentPage) => {
      await context.addInitScript(recordPlayedSeconds);
      await open(`task/${CREATIVE_TASK_ID}`);
      await page.getByRole('tab', { name: 'Speak' }).click();
      await page.getByRole('button', { name: 'Record' }).click();
      const stopButton = page.getByRole('button', { name: 'Done' });
      await stopButton.waitFor();
      await page.waitForTimeout(500); // records half a second of sound
      await stopButton.press('Enter');
      await page.getByRole('button', { name: 'Record again' }).waitFor();
      await assertAccessible(page);
      const listenButton = page.getByRole('button', { name: 'Listen to it' });
      await listenButton.press('Enter');
      await page.waitForFunction(() => Number(sessionStorage.getItem('played')) > 0.1);
      await listenButton.waitFor(); // the button returns when the recording has been played to its end
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Listen to it');
      await page.reload(); // the recording is kept on the device
      await listenButton.waitFor();
      await sendWork(page);

      await parentPage.goto('/panel/approvals');
      const isPlayable = await parentPage.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
        audio.muted = true;
        await audio.play();
        return audio.currentTime >= 0 && audio.error === null;
      });
      assert.ok(isPlayable);
      await approve(parentPage, 'Applause');

      await open('me/gallery');
      await page.getByRole('img', { name: 'Applause' }).waitFor();
      await page.evaluate(() => sessionStorage.removeItem('played'));
      await listenButton.press('Enter');
      await page.waitForFunction(() => Number(sessionStorage.getItem('played')) > 0.1);
    });

    testJourney(
      'keeps a drawing for oneself on the device, until the child sends it',
      async ({ page, open }, parentPage) => {
        const sent: string[] = [];
        page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
        await open('home');
        await page.getByRole('link', { name: 'Draw' }).click();
        await drawLine(page, page.getByRole('img', { name: 'Your drawing' }), 0.5);
        await assertAccessible(page);
        await page.getByRole('button', { name: 'New sheet' }).click();
        await page.getByRole('link', { name: 'My works' }).click();
        await page.getByRole('heading', { name: 'Drawings on this device' }).waitFor();
        const drawings = page.locator('.gallery').getByRole('link', { name: 'My drawing' });
        assert.equal(await drawings.count(), 1, 'the new sheet is empty');
        await assertAccessible(page);
        await drawings.click();
        await drawLine(page, page.getByRole('img', { name: 'Your drawing' }), 0.2);
        const { values = {} } = await readDeviceStorage(page);
        const [drawing] = Object.entries(values).filter(([name]) => name.startsWith('drawing '));
        assert.equal(JSON.parse(drawing?.[1] ?? '{}').strokes.length, 2);
        assert.deepEqual(sent, []);

        await open(`task/${CREATIVE_TASK_ID}`);
        await page.getByRole('tab', { name: 'Draw' }).click();
        await page.getByRole('list', { name: 'Drawings on this device' }).getByRole('button').click();
        await sendWork(page);
        await parentPage.goto('/panel/approvals');
        await parentPage.getByRole('img', { name: /^Picture 1/ }).waitFor();

        await open('me/gallery');
        await page.getByRole('button', { name: 'Remove' }).click();
        const question = page.getByRole('dialog', { name: 'Really remove?' });
        await assertAccessible(page);
        await question.getByRole('button', { name: 'Keep it' }).click();
        await question.waitFor({ state: 'detached' });
        assert.equal(await drawings.count(), 1);
        await page.getByRole('button', { name: 'Remove' }).click();
        await question.getByRole('button', { name: 'Remove' }).click();
        await drawings.waitFor({ state: 'detached' });
      },
    );

    testJourney('shows a drawing to the parent, and a comment to the child', async ({ page, open }, parentPage) => {
      await open(`task/${CREATIVE_TASK_ID}`);
      await page.getByRole('tab', { name: 'Draw' }).click();
      const board = page.getByRole('img', { name: 'Your drawing' });
      await drawLine(page, board, 0.3);
      await waitForColors(board, [0.3, 0.5], 'dark empty'); // before anything else is tapped
      await page.getByRole('button', { name: 'Red' }).click();
      await page.getByRole('button', { name: 'Brush 3' }).click();
      await drawLine(page, board, 0.5);
      await drawLine(page, board, 0.7);
      await page.getByRole('button', { name: 'Take back' }).click();
      await waitForColors(board, [0.5, 0.7], 'red empty');
      await page.getByRole('button', { name: 'Eraser' }).click();
      await drawLine(page, board, 0.5);
      await waitForColors(board, [0.3, 0.5], 'dark empty');
      await page.getByRole('button', { name: 'Take back' }).click();
      await waitForColors(board, [0.5, 0.7], 'red empty');
      const [draft = ''] = Object.values((await readDeviceStorage(page)).drafts ?? {});
      assert.equal(JSON.parse(draft).value.strokes.length, 2); // IndexedDB has stored the drawing, because it runs a read after earlier writes
      await page.reload(); // the drawing is kept on the device
      await board.waitFor();
      await assertAccessible(page);
      await drawLine(page, board, 0.9);
      await sendWork(page); // immediately after the last line

      await parentPage.goto('/panel/approvals');
      const colors = await parentPage
        .getByRole('img', { name: /^Picture 1/ })
        .evaluate(readColors, [0.3, 0.5, 0.7, 0.9]);
      assert.deepEqual(colors, ['dark', 'red', 'empty', 'dark']);
      await approve(parentPage, 'Star', 'What a long snake!');

      await open(`task/${CREATIVE_TASK_ID}`);
      await page.getByText('What a long snake!').waitFor();
    });

    testJourney('lets the parent request changes to a text and then approve it', async ({ page, open }, parentPage) => {
      await open(`task/${CREATIVE_TASK_ID}`);
      await page.getByRole('tab', { name: 'Write' }).click();
      await page.getByRole('textbox').fill('The fox comes home.');
      await sendWork(page);
      await parentPage.goto('/panel/approvals');
      await parentPage.getByText('The fox comes home.').waitFor();
      await review(parentPage, 'Not yet', { comment: 'Where was the fox?' });

      await open('home');
      await page.getByRole('link', { name: /It came back to you.*Where was the fox\?/s }).click();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'The fox comes home.' })
        .getByText('Where was the fox?')
        .waitFor();
      await assertAccessible(page);
      await page.getByRole('link', { name: 'Do it again' }).press('Enter');
      await page.getByText('Where was the fox?').waitFor();
      await page.getByRole('textbox').fill('The fox comes home from the forest.');
      await sendWork(page);
      await parentPage.goto('/panel/approvals');
      await parentPage.getByText('The fox comes home from the forest.').waitFor();
      await approve(parentPage, 'Star');

      await open(`task/${CREATIVE_TASK_ID}`);
      await page.getByRole('heading', { name: 'Well done!' }).waitFor();
    });

    testJourney('can be written when the microphone is refused', async ({ page, context, open }) => {
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
  },
  { only: 'sqlite' },
);

async function choosePhoto(page: Page, label: string, buffer: Buffer): Promise<void> {
  const chooserPromise = page.waitForEvent('filechooser');
  await page.getByLabel(label).press('Enter');
  await (await chooserPromise).setFiles({ name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer });
}

/** Waits until the child sees the photo that it has chosen: upright or wide, and red or blue. */
async function waitForPhoto(page: Page, expected: { isUpright: boolean; color: string }): Promise<void> {
  await page.getByRole('img', { name: 'Your photo' }).waitFor();
  await page.waitForFunction(({ isUpright, color }) => {
    const photo = document.querySelector<HTMLCanvasElement>('canvas.photo');
    const pixelContext = new OffscreenCanvas(1, 1).getContext('2d');
    if (!photo || photo.width === 0 || !pixelContext) return false;
    pixelContext.drawImage(photo, 0, 0, 1, 1);
    const [red = 0, , blue = 0] = pixelContext.getImageData(0, 0, 1, 1).data;
    return photo.height > photo.width === isUpright && (red > blue ? 'red' : 'blue') === color;
  }, expected);
}

/** Runs in the page before its scripts: records the length of the last sound that was played, in seconds. */
function recordPlayedSeconds(): void {
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function record(...parameters) {
    sessionStorage.setItem('played', String(this.buffer?.duration));
    start.apply(this, parameters);
  };
}

async function sendWork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'You made this!' }).waitFor();
  await page.getByRole('button', { name: 'Next task' }).waitFor();
}

/** Draws a wavy line from left to right. `relativeY` is 0 at the top of the board and 1 at its bottom. */
async function drawLine(page: Page, board: Locator, relativeY: number): Promise<void> {
  await board.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await board.boundingBox();
  assert.ok(box);
  const y = box.y + relativeY * box.height;
  await page.mouse.move(box.x + 0.1 * box.width, y);
  await page.mouse.down();
  for (let i = 2; i <= 9; i += 1) await page.mouse.move(box.x + (i / 10) * box.width, y + (i % 2));
  await page.mouse.up();
}

/** The board is painted in the next frame. */
async function waitForColors(board: Locator, relativeYs: readonly number[], colors: string): Promise<void> {
  await waitFor(async () => (await board.evaluate(readColors, relativeYs)).join(' ') === colors, 10);
}

/** Runs in the page: reads colors along the vertical middle line of a picture, at `relativeYs` from 0 (top) to 1 (bottom). */
async function readColors(
  picture: HTMLImageElement | HTMLCanvasElement,
  relativeYs: readonly number[],
): Promise<string[]> {
  const isImage = picture instanceof HTMLImageElement;
  if (isImage) await picture.decode();
  const [width, height] = isImage ? [picture.naturalWidth, picture.naturalHeight] : [picture.width, picture.height];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0);
  return relativeYs.map((relativeY) => {
    const [x, y] = [width / 2, relativeY * height];
    const [red = 0, green = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
    if (green > 200) return 'empty'; // the light background
    return red > 150 ? 'red' : 'dark';
  });
}

/** Approves the only pending submission, with a sticker. */
async function approve(parentPage: Page, sticker: string, comment = ''): Promise<void> {
  await review(parentPage, 'Approve', { sticker, comment });
}

async function review(
  parentPage: Page,
  decision: 'Approve' | 'Not yet',
  { sticker, comment }: { sticker?: string; comment: string },
): Promise<void> {
  const card = parentPage.locator('article');
  const isApproval = decision === 'Approve';
  await card.locator('summary', { hasText: isApproval ? 'Sticker or comment' : decision }).click();
  if (sticker) await card.getByRole('radio', { name: sticker }).check({ force: true });
  await card.getByRole('textbox', { name: isApproval ? 'Comment' : 'What is still missing?' }).fill(comment);
  await card.getByRole('button', { name: isApproval ? decision : 'Send back' }).click();
  await parentPage.locator('.review-outcome, .flash').first().waitFor();
}
