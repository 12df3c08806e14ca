import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { createStores } from '../../../clients/play/src/offline/database.ts';
import { NEW_CHILD, type TestApp } from '../test-app.ts';
import { openTab, type Tab, type TabOptions } from './browser.ts';

/** A child who is signed in to the child's app in a tab. */
export interface PlayTab extends Tab {
  readonly child: { readonly id: string; readonly token: string };
  readonly device: string;
  /** Opens a screen of the app, such as `home`. */
  readonly open: (screen: string) => Promise<void>;
}

/** Opens the app with a new child, whose session is written into the app's storage. The sign-in screens have tests of their own. */
export async function openPlayTab(app: TestApp, browser: Browser, options: TabOptions = {}): Promise<PlayTab> {
  const device = randomBytes(16).toString('hex');
  const child = await app.registerChild({ device });
  const tab = await openTab(browser, app.url, { width: 820, height: 1180, ...options });
  tab.page.setDefaultTimeout(20_000);
  await createDatabase(tab.page);
  await signInOnDevice(tab.page, device, child);
  const open = async (screen: string) => {
    await tab.page.goto(`/play/${screen}`);
  };
  return { ...tab, child, device, open };
}

/** Opens the app with a new child and plays. Fails on any error that the browser reports, except the expected ones. */
export async function runJourney(
  app: TestApp,
  browser: Browser,
  run: (tab: PlayTab) => Promise<void>,
  { expectedErrors, ...options }: TabOptions & { readonly expectedErrors?: RegExp } = {},
): Promise<void> {
  const tab = await openPlayTab(app, browser, options);
  await run(tab);
  assert.deepEqual(
    tab.errors.filter((error) => !expectedErrors?.test(error)),
    [],
  );
  await tab.context.close();
}

/** Creates the app's IndexedDB database, as the app does, on an empty page, because loading the app takes longer. */
async function createDatabase(page: Page): Promise<void> {
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/empty');
  await page.unrouteAll();
  await page.evaluate(`new Promise((resolve, reject) => {
    const request = indexedDB.open('family-play', 1);
    request.onupgradeneeded = () => (${createStores})(request.result);
    request.onsuccess = () => resolve(request.result.close());
    request.onerror = reject;
  })`);
}

type SignedInChild = PlayTab['child'] & { readonly birthYear?: number; readonly language?: string };

/** Stores the device and the session of a child in the app's IndexedDB database, as signing in does. */
export async function signInOnDevice(page: Page, device: string, child: SignedInChild): Promise<void> {
  const session = {
    profileId: child.id,
    token: child.token,
    language: child.language ?? NEW_CHILD.language,
    name: 'Mia',
    avatarUrl: '/pictures/fox.svg',
    birthYear: child.birthYear ?? NEW_CHILD.birth_year,
    usedAt: Date.now(),
  };
  await putRows(page, 'values', [
    ['device', device],
    ['session', session],
  ]);
}

/** Stores the id of the device, so that the app shows the children who have signed in on it. */
export function saveDevice(page: Page, device: string): Promise<void> {
  return putRows(page, 'values', [['device', device]]);
}

/** Writes rows into the app's IndexedDB database. */
export async function putRows(page: Page, store: string, rows: readonly (readonly [string, unknown])[]): Promise<void> {
  await page.evaluate(
    async ({ store, rows }) => {
      const db = await openDatabase();
      const transaction = db.transaction(store, 'readwrite');
      for (const [key, value] of rows) transaction.objectStore(store).put(value, key);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      db.close();

      function openDatabase(): Promise<IDBDatabase> {
        const request = indexedDB.open('family-play');
        return new Promise((resolve) => {
          request.onsuccess = () => resolve(request.result);
        });
      }
    },
    { store, rows },
  );
}

/** Reads everything that the app stores on the device, as JSON, by IndexedDB object store and key. */
export function readDeviceStorage(page: Page): Promise<Record<string, Record<string, string>>> {
  return page.evaluate(async () => {
    const request = indexedDB.open('family-play');
    const db = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const stores: Record<string, Record<string, string>> = {};
    for (const name of db.objectStoreNames) {
      const cursorRequest = db.transaction(name).objectStore(name).openCursor();
      const rows: Record<string, string> = {};
      await new Promise<void>((resolve) => {
        cursorRequest.onsuccess = () => {
          const cursor = cursorRequest.result;
          if (!cursor) return resolve();
          rows[String(cursor.key)] = JSON.stringify(cursor.value);
          cursor.continue();
        };
      });
      stores[name] = rows;
    }
    db.close();
    return stores;
  });
}

/** Switches reading aloud on or off in the settings, which say so when the choice has been saved. */
export async function switchReading({ page, open }: Pick<PlayTab, 'page' | 'open'>, isOn: boolean): Promise<void> {
  await open('me/settings');
  const readingSwitch = page.getByRole('switch', { name: 'Read everything to me' });
  await readingSwitch.and(page.locator(`[aria-checked=${!isOn}]`)).click();
  await page.getByText(isOn ? 'I’ll read everything to you.' : 'I’ll be quiet now.').waitFor();
}
