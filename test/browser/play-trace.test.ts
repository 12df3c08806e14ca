import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { drawLine, enterAnswer } from '../support/browser/play-answers.ts';
import { type PlayTab, runJourney, signInOnDevice } from '../support/browser/play-tab.ts';
import { installVoice, takeSpokenTexts, waitUntilSpoken } from '../support/browser/voice.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { describeWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
const TASK_ID = 'duck-write-to-five';
const SIZES = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
];

describeWithApp(
  "tracing figures in the child's app",
  (app) => {
    before(() => {
      app.ctx.content.current = loadAllPacks();
    });

    for (const size of SIZES) {
      it(`works with a finger and with the arrow keys at ${size.width} px, and says where to start`, () =>
        runJourney(app, getBrowser(), (tab) => traceDigits(tab), size));
    }

    async function traceDigits({ page, context, child, device, open }: PlayTab): Promise<void> {
      await context.addInitScript(installVoice);
      await app.call('POST', '/app/reading', { token: child.token, body: { reads: false } });
      await page.goto('/'); // the app has to be left, so that it does not overwrite the session
      await signInOnDevice(page, device, { ...child, birthYear: new Date().getFullYear() - 5 });
      await open(`task/${TASK_ID}`);
      const { items = [] } = app.ctx.content.current.tasks.get(TASK_ID) ?? {};
      const next = page.getByRole('button', { name: 'Next', exact: true });
      const expectFeedback = async (variant: 'success' | 'warning') => {
        await page.locator(`.feedback.${variant}`).waitFor();
      };
      for (const [i, item] of items.entries()) {
        assert.ok(item.kind === 'trace');
        const { en: strokes = [] } = item.strokes;
        await page.getByRole('heading', { name: item.prompt.en }).waitFor();
        const response = { strokes: strokes.map((stroke) => stroke.map((point) => [...point])) };
        if (i === 0) {
          await waitUntilSpoken(page, 'Put your finger on the dot and follow the line.');
          await takeSpokenTexts(page);
          await assertAccessible(page);
          assert.equal(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight), false);
          const [[first = []] = []] = response.strokes;
          await drawLine(page, [[0.9, 0.9], first]);
          await waitUntilSpoken(page, 'Start at the dot.');
          await takeSpokenTexts(page);
          const [second = []] = response.strokes[0]?.slice(1) ?? [];
          await drawLine(page, [first, second, [0.05, 0.95]]); // leaves the road and lifts the finger
          await waitUntilSpoken(page, 'Start at the dot.');
          const dot = page.locator('.trace-dot');
          const [x, y] = [await dot.getAttribute('cx'), await dot.getAttribute('cy')].map(
            (value) => Number(value) / 100,
          );
          const distance = Math.hypot((x ?? 0) - (second[0] ?? 0), (y ?? 0) - (second[1] ?? 0));
          assert.ok(distance < 0.2, `the dot waits where the line left the road, not at ${x}, ${y}`);
          await page.getByRole('button', { name: 'Start again' }).click();
        }
        const isKeyboard = i % 2 === 1;
        await enterAnswer(page, item, response, isKeyboard ? 'keyboard' : 'touch');
        if (isKeyboard) await page.getByRole('button', { name: 'Check', exact: true }).press('Enter');
        await expectFeedback('success');
        if (i === 0) await assertAccessible(page); // every figure is shown in the same way
        await next.click();
      }
      await page.locator('.stars').waitFor();
    }
  },
  { only: 'sqlite' },
);
