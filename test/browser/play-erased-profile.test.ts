import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useBrowser } from '../support/browser/browser.ts';
import { putRows, readDeviceStorage, runJourney } from '../support/browser/play-tab.ts';
import { CREATIVE_TASK_ID } from '../support/learning/submissions.ts';
import { describeWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

describeWithApp(
  "a child without a guardian in the child's app",
  (app) => {
    it('reads that creative work waits, and leaves nothing on the device after its erasure', () =>
      runJourney(
        app,
        getBrowser(),
        async ({ page, open, child }) => {
          await putRows(page, 'values', [[`pictures ${child.id}`, true]]);
          await open(`pin/${child.id}`); // the app saves the names of the device's children
          await page.getByText(/What are your pictures/).waitFor();
          await open(`task/${CREATIVE_TASK_ID}`);
          await page.getByText('Without one, it is deleted after 30 days.').waitFor();
          await page.getByRole('textbox', { name: 'Write' }).fill('The dragon of our secret garden');
          const readStorage = async () =>
            JSON.stringify([await readDeviceStorage(page), await page.evaluate(readOtherStorage)]);
          for (const text of [child.id, 'secret garden'])
            await waitUntil(async () => (await readStorage()).includes(text));
          await app.ctx.write(({ db }) => db.deleteFrom('profiles').where('id', '=', child.id).execute());
          await waitUntil(async () => {
            await open('home'); // the service refuses the session, and the app asks who is there
            return !(await readStorage()).includes(child.id);
          });
          assert.ok(!(await readStorage()).includes('secret garden'));
        },
        { width: 360, height: 740, expectedErrors: /401/ },
      ));
  },
  { only: 'sqlite' },
);

/** Reads everything that the page stores outside of IndexedDB. Runs in the browser. */
async function readOtherStorage(): Promise<unknown[]> {
  const cachedUrls: string[] = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) cachedUrls.push(`${name} ${url}`);
  return [{ ...localStorage }, { ...sessionStorage }, document.cookie, cachedUrls];
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isTrue()); tries += 1) {
    assert.ok(tries < 100);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
