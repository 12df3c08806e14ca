import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import english from '../../clients/play/locales/en/play.json' with { type: 'json' };
import { getPhraseKey } from '../../src/features/learning/index.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { createFormBrowser } from '../support/browser/form-browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { openParentTab, signIn } from '../support/browser/panel-pages.ts';
import { openPlayTab, signInOnDevice } from '../support/browser/play-tab.ts';
import { installVoice, waitUntilSpoken } from '../support/browser/voice.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { createMp3 } from '../support/files/media.ts';
import { createFilePart } from '../support/learning/submissions.ts';
import { waitFor } from '../support/service/wait-for.ts';
import { describeWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
const PHRASE = english['guide.home'];
const PHONE = { width: 390, height: 844 };

/** Counts the recordings that the app plays. Pass this function to `addInitScript`. */
function countPlayed(): void {
  let played = 0;
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...times) {
    played += 1;
    start.apply(this, times);
  };
  Object.defineProperty(globalThis, 'played', { get: () => played });
}

// SQLite only: test/scenarios/learning/recordings.test.ts has the tests of the service on both databases.
describeWithApp(
  'a guardian’s recording of a phrase',
  (app) => {
    before(() => {
      app.ctx.content.current = loadAllPacks();
    });

    it('is made in the panel and heard in the child’s app, also without a network, until it is switched off', async () => {
      const {
        page: tablet,
        context: tabletContext,
        child,
        device,
        open,
        errors,
      } = await openPlayTab(app, getBrowser(), PHONE);
      await tabletContext.addInitScript(countPlayed);
      await signInOnDevice(tablet, device, { ...child, birthYear: new Date().getFullYear() - 5 });
      const parent = await app.registerParent();
      await app.linkChild(parent.token, child.token);
      await open('home');
      const guide = tablet.getByRole('button', { name: english['guide.again'] });
      await tablet.getByText(PHRASE).waitFor();
      assert.equal(await guide.count(), 0, 'the browser of the tests has no voice');

      const panel = await openParentTab(app, getBrowser(), PHONE);
      const { page } = panel;
      await signIn(app, page, parent);
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Your voice' }).click();
      await assertAccessible(page);
      await page.getByRole('link', { name: /Beno’s sentences 0 of \d+ recorded/ }).click();
      const phrase = page.getByRole('listitem').filter({ hasText: PHRASE });
      await phrase.getByRole('button', { name: 'Record' }).click();
      await page.waitForTimeout(500); // what is said
      await phrase.getByRole('button', { name: 'Stop' }).click();
      await page.getByText(/1 of \d+ recorded/).waitFor();
      await assertAccessible(page);
      const player = page.getByLabel(`Your recording: ${PHRASE}`);
      const isPlayable = player.evaluate(
        (audio: HTMLAudioElement) =>
          new Promise((resolve) => {
            audio.oncanplay = () => resolve(true);
            audio.onerror = () => resolve(false);
            audio.load();
            audio.preload = 'auto';
          }),
      );
      assert.equal(await isPlayable, true);

      const getPlayedCount = () => tablet.evaluate(() => (globalThis as unknown as { played: number }).played);
      const waitForPlayed = (count: number) => waitFor(async () => (await getPlayedCount()) > count);
      const fileRequest = tablet.waitForRequest(/\/files\/\w+\.webm$/);
      await tablet.reload();
      await fileRequest;
      await guide.click(); // before the first tap, browsers are silent
      await waitForPlayed(0);
      await tabletContext.setOffline(true);
      const count = await getPlayedCount();
      await guide.click();
      await waitForPlayed(count);
      await tabletContext.setOffline(false);

      await page.goto('/panel/recordings');
      await page.locator('a[href$="#permissions"]').click();
      await page.getByRole('checkbox', { name: /Recordings of guardians/ }).uncheck();
      await page.locator('form[action$="/permissions"]').getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await tablet.reload();
      await tablet.getByText(PHRASE).waitFor();
      await guide.waitFor({ state: 'detached' });
      assert.deepEqual([errors, panel.errors], [[], []]);
      await tabletContext.close();
      await panel.context.close();
    });

    it('gives way to the voice of the device when it cannot be loaded', async () => {
      const { page, context, child, device, open } = await openPlayTab(app, getBrowser(), PHONE);
      await context.addInitScript(installVoice);
      await context.route('**/files/*', (route) => route.abort());
      await signInOnDevice(page, device, { ...child, birthYear: new Date().getFullYear() - 5 });
      const parent = await app.registerParent();
      await app.linkChild(parent.token, child.token);
      const browser = createFormBrowser(app, await app.openPanelSession(parent.token));
      const sound = createFilePart(createMp3(), 'voice.mp3', 'audio/mpeg');
      const fields = { language: 'en', phrase: getPhraseKey(PHRASE) };
      assert.equal((await browser.submitParts('/panel/recordings/guide', fields, [sound])).status, 303);
      const listed = page.waitForResponse('**/app/recordings');
      await open('home');
      await listed;
      const refused = page.waitForRequest('**/files/*');
      await page.getByRole('button', { name: english['guide.again'] }).click();
      await refused;
      await waitUntilSpoken(page, PHRASE);
      await context.close();
    });

    it('can be sent as a file, without JavaScript, and removed', async () => {
      const parent = await app.registerParent();
      await app.linkChild(parent.token, (await app.registerChild()).token);
      const { page, context, errors } = await openParentTab(app, getBrowser(), { ...PHONE, hasJavaScript: false });
      await signIn(app, page, parent);
      await page.goto('/panel/recordings/guide');
      const file = { name: 'voice.mp3', mimeType: 'audio/mpeg', buffer: createMp3() };
      await page.getByLabel(`Sound file: ${PHRASE}`).setInputFiles(file);
      const phrase = page.getByRole('listitem').filter({ hasText: PHRASE });
      await phrase.getByRole('button', { name: 'Send' }).click();
      await page.getByText(/1 of \d+ recorded/).waitFor();
      await phrase.getByRole('button', { name: 'Remove' }).click();
      await page.getByText(/0 of \d+ recorded/).waitFor();
      assert.deepEqual(errors, []);
      await context.close();
    });
  },
  { only: 'sqlite' },
);
