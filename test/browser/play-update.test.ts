import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser/browser.ts';
import { openPlayTab, type PlayTab, runJourney } from '../support/browser/play-tab.ts';
import { NEXT_CACHE_NAME, type ReleaseProxy, startReleaseProxy } from '../support/browser/release-proxy.ts';
import { waitFor } from '../support/service/wait-for.ts';
import { describeWithApp, type TestApp, testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
const LESSON_ID = 'bundles-of-ten';

describeWithApp(
  "a new release of the child's app",
  (app) => {
    /** A test of a child who has opened the app before a new release is installed. */
    const testJourney = (name: string, run: (tab: PlayTab, proxy: ReleaseProxy) => Promise<void>) =>
      it(name, async (t) => {
        const proxy = await startReleaseProxy(app.url);
        t.after(() => proxy.close());
        const expectedErrors = /Failed to load resource|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED/;
        await runJourney({ ...app, url: proxy.url }, getBrowser(), (tab) => run(tab, proxy), {
          expectedErrors,
          hasServiceWorker: true,
        });
      });

    testJourney('takes over when the child leaves the task; sends what waits', async ({ page, child, open }, proxy) => {
      await openWithServiceWorker(page, () => open(`task/${LESSON_ID}`));
      const [firstShell = ''] = await listShells(page);
      proxy.failingPath = /\/complete$/;
      await readLesson(app, page);
      await page.getByText('It will be sent as soon as there is a connection.').waitFor();
      proxy.serveNextRelease();
      await updateServiceWorker(page);
      assert.deepEqual(await listShells(page), [firstShell, NEXT_CACHE_NAME]);
      assert.equal(await isNextRelease(page), false, 'the open task stays in the previous release');
      const statuses = await page.evaluate(async () => {
        const fileUrls = performance.getEntriesByType('resource').map(({ name }) => name);
        const scriptUrls = fileUrls.filter((url) => url.includes('/play-files/') && url.endsWith('.js'));
        return Promise.all(scriptUrls.map(async (url) => (await fetch(url)).status));
      });
      assert.ok(statuses.length > 0);
      assert.deepEqual(new Set(statuses), new Set([200]), 'the open page still has its files');

      await page.getByRole('button', { name: 'Back to the map' }).click();
      await page.getByText('1 thing waits to be sent').waitFor();
      assert.ok(await isNextRelease(page));
      proxy.failingPath = undefined;
      await page.reload();
      await page.getByText('Your answers have arrived!').waitFor();
      const attempts = app.ctx.db.selectFrom('attempts').select('status').where('profile_id', '=', child.id);
      assert.deepEqual(
        (await attempts.execute()).map(({ status }) => status),
        ['passed'],
      );
    });

    testJourney('leaves no cache behind when it cannot be installed', async ({ page, context, open }, proxy) => {
      await openWithServiceWorker(page, () => open('home'));
      const shells = await listShells(page);
      assert.equal(shells.length, 1);
      proxy.serveNextRelease();
      proxy.failingPath = /\.woff2$/;
      const workerState = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const installation = new Promise<string>((resolve) => {
          registration.addEventListener('updatefound', () => {
            const { installing } = registration;
            installing?.addEventListener('statechange', () => resolve(installing.state));
          });
        });
        await registration.update().catch(() => {});
        return installation;
      });
      assert.equal(workerState, 'redundant');
      await waitFor(async () => (await listShells(page)).join() === shells.join());
      await context.setOffline(true);
      await page.reload();
      await page.getByRole('heading', { name: 'Worlds' }).waitFor();
    });
  },
  { only: 'sqlite' },
);

testWithApp(
  "the child's app can be loaded again when the file of a screen no longer exists",
  async (app) => {
    const { page, context, open } = await openPlayTab(app, getBrowser());
    let isFileMissing = true;
    await page.route('**/play-files/part-*', async (route) => {
      const response = await route.fetch();
      const isSettingsScreen = (await response.text()).includes('/app/auth/link/redeem');
      await (isSettingsScreen && isFileMissing ? route.fulfill({ status: 404 }) : route.fulfill({ response }));
    });
    await open('me');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('alert').getByText('That did not work.').waitFor();
    isFileMissing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await context.close();
  },
  { only: 'sqlite' },
);

/** Opens a screen twice. The first time, the app installs its service worker, which serves the screen the second time. */
async function openWithServiceWorker(page: Page, open: () => Promise<void>): Promise<void> {
  await open();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await open();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Makes the browser look for a new service worker, and waits until the new one has taken over. */
function updateServiceWorker(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const takeover = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    await registration.update();
    await takeover;
  });
}

/** The names of the caches with the files of the app, one for each release. */
function listShells(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('play-shell-')));
}

/** Whether the tab shows the next release. */
function isNextRelease(page: Page): Promise<boolean> {
  return page.evaluate(() => document.querySelector('script')?.src.includes('-NEXT') ?? false);
}

async function readLesson(app: TestApp, page: Page): Promise<void> {
  for (const { prompt } of app.ctx.content.current.tasks.get(LESSON_ID)?.items ?? []) {
    await page.getByRole('heading', { name: prompt.en ?? '', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
}
