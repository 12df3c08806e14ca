import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ResponseData } from '../../clients/typescript/src/index.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { waitUntilStill } from '../support/browser/page-checks.ts';
import { type PlayTab, runJourney, signInOnDevice } from '../support/browser/play-tab.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { describeWithApp, NEW_CHILD } from '../support/test-app.ts';

type Task = ResponseData<'get', '/app/tasks/{id}'>;
type Item = Task['items'][number];

const getBrowser = useBrowser();
/** A creative task of a place that is closed for a new child. */
const LOCKED_DRAWING_ID = 'island-board-game';
/** In characters. */
const LONGEST_QUESTION = 250;
const SIZES = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const LARGE_SIZE = { width: 1440, height: 900 };
/** Its words are long. */
const language = 'uk';

describeWithApp(
  "the map and the questions of the child's app",
  (app) => {
    before(() => {
      app.ctx.content.current = loadAllPacks();
    });

    it('close a place when the child goes back, and say that a task has not its turn yet', () =>
      runJourney(app, getBrowser(), async ({ page, open }) => {
        await open('world/numberwood');
        await page.getByRole('button', { name: /Counting Clearing/ }).click();
        await page.getByRole('dialog').waitFor();
        await page.goBack();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: /Counting Clearing/ }).click();
        await page.getByRole('dialog').getByRole('link').first().click();
        await page.locator('.task-content').waitFor();
        await page.goBack();
        await page.getByRole('button', { name: /Fraction Bakery/ }).click();
        await page.locator('.first-location').click(); // past two places that are locked as well
        await page.getByRole('dialog', { name: 'Counting Clearing' }).waitFor();
        await open(`task/${LOCKED_DRAWING_ID}`);
        await page.getByRole('heading', { name: 'Not yet' }).waitFor();
        // What has to be finished first is locked, too, up to the first place of the world.
        await page.getByRole('link', { name: /Looking for rules/ }).waitFor();
      }));

    it('show a row of tasks below the story of a place on a tablet', () =>
      runJourney(
        app,
        getBrowser(),
        async ({ page, open }) => {
          await open('world/song-house');
          await page.getByRole('button', { name: /The Bell Room/ }).click();
          await page.locator('.story[open] img').first().waitFor();
          const task = page.getByRole('dialog').locator('.task-row').first();
          await task.waitFor();
          await waitUntilStill(page);
          const [taskBox, dialogBox] = [await task.boundingBox(), await page.getByRole('dialog').boundingBox()];
          assert.ok(taskBox && dialogBox);
          assert.ok(taskBox.y + taskBox.height <= dialogBox.y + dialogBox.height);
        },
        { width: 1024, height: 768 },
      ));

    for (const size of SIZES)
      it(`use the width of the screen for the next step and for pictures to match, at ${size.width} px`, () =>
        runJourney(
          app,
          getBrowser(),
          async ({ page, open }) => {
            await open('home');
            await page.locator('.first-step').waitFor();
            // On a wide screen, what is the child's own is beside the next step.
            const rightPart = size.width < 1000 ? '.first-step' : '.home-own';
            const box = await page.locator(rightPart).boundingBox();
            assert.ok(box && box.x + box.width >= size.width - 40, JSON.stringify(box));
            await open('task/duck-same-number');
            const picture = page.locator('.matching .option-picture').first();
            await picture.waitFor();
            const pictureBox = await picture.boundingBox();
            assert.ok(pictureBox && pictureBox.width >= 120 && pictureBox.height >= 70, JSON.stringify(pictureBox));
            await open('task/farm-who-eats-what');
            const cards = page.locator('.matching .option');
            await cards.first().waitFor();
            const overflowing = await cards.evaluateAll((all) =>
              all.filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.textContent),
            );
            assert.deepEqual(overflowing, [], 'the words stay in their cards');
          },
          size,
        ));

    it('keep the things of the landscape off the places of all maps', () =>
      runJourney(app, getBrowser(), async ({ page, open }) => {
        const overlapping: string[] = [];
        let shownCount = 0;
        for (const id of app.ctx.content.current.worlds.keys()) {
          await open(`world/${id}`);
          await page.locator('.map-location').first().waitFor();
          for (const size of [...SIZES, LARGE_SIZE]) {
            await page.setViewportSize(size);
            const { names, count } = await page.evaluate(findOverlappingThings);
            overlapping.push(...names.map((name) => `${name} in ${id} at ${size.width} px`));
            shownCount += count;
          }
        }
        assert.deepEqual(overlapping, []);
        assert.ok(shownCount >= 400, `${shownCount} things are shown`);
      }));

    it('show all keys of a number question with text of double size', () =>
      runJourney(
        app,
        getBrowser(),
        async ({ page, open, child }) => {
          const tasks = [...app.ctx.content.current.tasks.values()];
          const quizzes = tasks.filter(({ kind, items }) => kind === 'quiz' && items[0]?.kind === 'numeric');
          for (const { id } of quizzes) {
            const { status } = (await app.call('GET', `/app/tasks/${id}`, { token: child.token })).body.data;
            if (status !== 'locked') await open(`task/${id}`);
            if (status !== 'locked') break;
          }
          await page.locator('.keypad').waitFor();
          await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
          const clipped = await page.locator('.keypad button, .number-entry').evaluateAll((all) =>
            all.flatMap((element) => {
              const { left, right } = element.getBoundingClientRect();
              const isInside = left >= 0 && right <= innerWidth;
              return isInside && element.scrollHeight <= element.clientHeight ? [] : [element.outerHTML];
            }),
          );
          assert.deepEqual(clipped, []);
        },
        { width: 390, height: 844, hasTouch: true },
      ));

    it('show a question with all its answers, so that nothing has to be scrolled', async () => {
      const child = await app.registerChild({ body: { ...NEW_CHILD, language, pin: '1234' } });
      let openTask: Task | undefined;
      const longest = new Map<string, { task: Task; item: Item }>();
      for (const { id, kind } of app.ctx.content.current.tasks.values()) {
        if (kind !== 'quiz') continue;
        const task = (await app.call('GET', `/app/tasks/${id}`, { token: child.token })).body.data as Task;
        if (task.status !== 'locked') openTask ??= task;
        for (const item of task.items) {
          // A text to read may be longer than the screen.
          if (item.kind === 'info' || item.prompt.length > LONGEST_QUESTION) continue;
          const isTall = item.kind === 'hotspot' && item.image.height > item.image.width;
          const layout = `${item.kind}${item.media.length > 0 ? ' with a picture' : ''}${isTall ? ', tall' : ''}`;
          const previous = longest.get(layout);
          if (!previous || measure(item) > measure(previous.item)) longest.set(layout, { task, item });
        }
      }
      assert.ok(openTask && longest.size >= 15);
      const { id: openId } = openTask;
      const scrolled: string[] = [];
      const showAll = async ({ page, device }: PlayTab) => {
        await signInOnDevice(page, device, { ...child, language });
        // Not a route of Playwright, which would disable the browser's cache for all files of the app.
        await page.addInitScript(
          ({ path, bodies }) => {
            const send = fetch;
            globalThis.fetch = async (input, init) => {
              const isTask = new URL(input instanceof Request ? input.url : input, location.href).pathname === path;
              return isTask ? Response.json(bodies[decodeURIComponent(location.search)]) : send(input, init);
            };
          },
          {
            path: `/app/tasks/${openId}`,
            bodies: Object.fromEntries(
              [...longest].map(([layout, { item }]) => [`?${layout}`, { data: { ...openTask, items: [item] } }]),
            ),
          },
        );
        for (const [layout, { task, item }] of longest) {
          await page.goto(`/play/task/${openId}?${layout}`);
          await page.locator('h1', { hasText: item.prompt.slice(0, 10) }).waitFor();
          await page.waitForFunction(() => [...document.images].every((image) => image.complete));
          for (const size of [...SIZES, LARGE_SIZE]) {
            await page.setViewportSize(size);
            const hidden = await page.evaluate(
              () =>
                new Promise<number>((resolve) => {
                  // After the next frame, so that the app has reacted to the size.
                  requestAnimationFrame(() =>
                    setTimeout(() => resolve(document.documentElement.scrollHeight - innerHeight)),
                  );
                }),
            );
            if (hidden > 0) scrolled.push(`${layout} ${item.id} of ${task.id}: ${hidden} px at ${size.width} px`);
          }
        }
      };
      await runJourney(app, getBrowser(), showAll);
      assert.deepEqual(scrolled, []);
    });
  },
  { only: 'sqlite' },
);

/** The pictures of the things that overlap a place or each other, after the next frame, and the number of shown things. */
function findOverlappingThings(): Promise<{ names: string[]; count: number }> {
  return new Promise((resolve) => {
    requestAnimationFrame(() =>
      setTimeout(() => {
        const places = [...document.querySelectorAll('.disc, .map-location b')];
        const things = [...document.querySelectorAll('.thing-on-map')].filter((thing) =>
          thing.checkVisibility({ visibilityProperty: true }),
        );
        const overlaps = (a: Element, b: Element) => {
          const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
          return p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1;
        };
        const names = things
          .filter((thing, i) => [...places, ...things.slice(0, i)].some((other) => overlaps(thing, other)))
          .map((thing) => thing.getAttribute('href') ?? thing.getAttribute('src') ?? '');
        resolve({ names, count: things.length });
      }),
    );
  });
}

/** How much room an item takes, roughly. */
function measure(item: Item): number {
  return JSON.stringify(item, (key, value) =>
    key.endsWith('id') || key.endsWith('_url') || key === 'media' ? undefined : value,
  ).length;
}
