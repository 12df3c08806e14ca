import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser/browser.ts';
import { enterAnswer } from '../support/browser/play-answers.ts';
import { type PlayTab, runJourney } from '../support/browser/play-tab.ts';
import { getCorrectAnswers } from '../support/learning/learning-client.ts';
import { describeWithApp, type TestApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

describeWithApp(
  "the motion of the child's app",
  (app) => {
    /** A test with a new child, which fails on any error that the browser reports. */
    const testJourney = (name: string, run: (tab: PlayTab) => Promise<void>) => {
      const recordAndRun = async (tab: PlayTab) => {
        await tab.context.addInitScript(recordAnimations);
        await run(tab);
      };
      it(name, () => runJourney(app, getBrowser(), recordAndRun, { hasMotion: true }));
    };

    testJourney('shows whether a screen is below, above or beside the previous one', async ({ page, open }) => {
      await open('home');
      await page.locator('.world-card', { hasText: 'Number Garden' }).click();
      await page.waitForURL('**/play/world/**');
      await waitForAnimation(page, 'forward');
      await page.goBack();
      await page.getByRole('heading', { name: 'Worlds' }).waitFor();
      await waitForAnimation(page, 'back');
      await page.getByRole('link', { name: 'To-dos', exact: true }).click();
      await page.getByRole('heading', { name: 'To-dos', level: 1 }).waitFor();
      await waitForAnimation(page, 'beside');
    });

    testJourney('lets things on a map hop when they are tapped', async ({ page, open }) => {
      await open('world/number-garden');
      const snail = page.locator('[src="/pictures/snail.svg"]');
      await snail.click();
      assert.ok(await snail.evaluate((thing) => thing.getAnimations().length > 0));
      await page.setViewportSize({ width: 1024, height: 768 });
      const tulip = page.locator('[href="/pictures/tulip.svg"]').last();
      await tulip.click();
      assert.ok(await tulip.evaluate((thing) => thing.getAnimations().length > 0));
    });

    testJourney('accepts a tap on the new screen while it still moves', async ({ page, context, open }) => {
      await context.addInitScript(() => {
        const { animate } = Element.prototype;
        Element.prototype.animate = function pauseImmediately(...parameters) {
          const animation = animate.apply(this, parameters);
          animation.pause();
          return animation;
        };
      });
      await open('home');
      await page.getByRole('link', { name: 'Me', exact: true }).click();
      await waitForAnimation(page, 'beside');
      await page.getByRole('link', { name: 'To-dos', exact: true }).click();
      await page.waitForURL('**/play/todos');
    });

    testJourney('celebrates a correct answer, the stars, the points and a badge', async ({ page, open }) => {
      await finishTask(app, page, open);
      // The animations of the chosen card, the feedback, the character, the stars, the XP, the awards, a badge and the confetti.
      for (const name of ['hop', 'rise', 'jump-up', 'drop-in', 'unfold', 'grow', 'turn', 'fall'])
        await waitForAnimation(page, name);
    });

    testJourney('stops for a child who prefers reduced motion', async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open('home');
      await page.locator('.world-card', { hasText: 'Number Garden' }).click();
      await page.getByRole('button', { name: /Garden Gate/ }).click();
      await page.getByRole('dialog').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await finishTask(app, page, open);
      assert.deepEqual(await listAnimations(page), []);
    });
  },
  { only: 'sqlite' },
);

async function finishTask(app: TestApp, page: Page, open: PlayTab['open']): Promise<void> {
  await open('task/first-sums');
  const responses = new Map(getCorrectAnswers(app, 'first-sums').map(({ item_id, response }) => [item_id, response]));
  for (const item of app.ctx.content.current.tasks.get('first-sums')?.items ?? []) {
    await page.getByRole('heading', { name: item.prompt.en ?? '', level: 1 }).waitFor();
    await enterAnswer(page, item, responses.get(item.id), 'mouse');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
  await page.locator('.result .award').first().waitFor();
}

/** Runs in the page before its scripts: records the names of all animations that run in the tab. */
function recordAnimations(): void {
  const names = new Set<string>(JSON.parse(sessionStorage.getItem('animations') ?? '[]'));
  const addName = (name: string) => {
    names.add(name);
    sessionStorage.setItem('animations', JSON.stringify([...names]));
  };
  addEventListener('animationstart', ({ animationName }) => {
    if (animationName !== 'appear') addName(animationName); // `appear` only delays the loading indicator of a screen
  });
  addEventListener('transitionrun', () => addName('transition'));
  const { animate } = Element.prototype;
  Element.prototype.animate = function record(...parameters) {
    const animation = animate.apply(this, parameters);
    addName(animation.id);
    return animation;
  };
}

/** Waits until an animation with this name has begun. It can have begun before the call. */
async function waitForAnimation(page: Page, name: string): Promise<void> {
  await page.waitForFunction((expected) => sessionStorage.getItem('animations')?.includes(`"${expected}"`), name);
}

/** The names of the animations that have run in this tab. */
function listAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('animations') ?? '[]'));
}
