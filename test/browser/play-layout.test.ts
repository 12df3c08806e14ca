import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ResponseData } from '../../clients/typescript/src/index.ts';
import { openTab, useBrowser } from '../support/browser/browser.ts';
import { signInOnDevice } from '../support/browser/play-tab.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { describeWithApp, NEW_CHILD } from '../support/test-app.ts';

type Task = ResponseData<'get', '/app/tasks/{id}'>;
type Item = Task['items'][number];

const getBrowser = useBrowser();
const SIZES = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
/** Its words are long. */
const language = 'uk';

describeWithApp(
  'a question of any kind',
  (app) => {
    before(() => {
      app.ctx.content.current = loadAllPacks();
    });

    it('is on the screen with all its answers, so that nothing has to be scrolled', async () => {
      const child = await app.registerChild({ body: { ...NEW_CHILD, language, pin: '1234' } });
      let openTask: Task | undefined;
      const longest = new Map<string, { task: Task; item: Item }>();
      for (const { id, kind } of app.ctx.content.current.tasks.values()) {
        if (kind !== 'quiz') continue;
        const task = (await app.call('GET', `/app/tasks/${id}`, { token: child.token })).body.data as Task;
        if (task.status !== 'locked') openTask ??= task;
        for (const item of task.items) {
          const layout = `${item.kind}${item.media.length > 0 ? ' with a picture' : ''}`;
          const previous = longest.get(layout);
          if (!previous || measure(item) > measure(previous.item)) longest.set(layout, { task, item });
        }
      }
      // A text to read may be longer than the screen.
      for (const layout of longest.keys()) if (layout.startsWith('info')) longest.delete(layout);
      assert.ok(openTask && longest.size >= 15);
      const { id: openId } = openTask;
      const scrolled: string[] = [];
      for (const size of SIZES) {
        const { page, context, errors } = await openTab(getBrowser(), app.url, { ...size, hasServiceWorker: false });
        await page.goto('/play');
        await page.getByRole('heading', { level: 1 }).waitFor(); // by then, the app has created its database
        await signInOnDevice(page, 'device', { ...child, language });
        let shown: Item | undefined;
        await page.route(`**/app/tasks/${openId}`, async (route) => {
          const response = await route.fetch();
          const { data } = await response.json();
          await route.fulfill({ response, json: { data: { ...data, items: [shown] } } });
        });
        for (const [layout, { task, item }] of longest) {
          shown = item;
          await page.goto(`/play/task/${openId}?${layout}`);
          await page.locator('h1', { hasText: item.prompt.slice(0, 10) }).waitFor();
          await page.waitForFunction(() => [...document.images].every((image) => image.complete));
          const hidden = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
          if (hidden > 0) scrolled.push(`${layout} ${item.id} of ${task.id}: ${hidden} px at ${size.width} px`);
        }
        assert.deepEqual(errors, []);
        await context.close();
      }
      assert.deepEqual(scrolled, []);
    });
  },
  { only: 'sqlite' },
);

/** How much room an item takes, roughly. */
function measure(item: Item): number {
  return JSON.stringify(item, (key, value) =>
    key.endsWith('id') || key.endsWith('_url') || key === 'media' ? undefined : value,
  ).length;
}
