import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { openPlayTab, readDeviceStorage } from '../support/browser/play-tab.ts';
import { testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

/** The correct answer to the first item of the task `first-sums`. */
const CORRECT_TEXT = '12';
/** The frequencies of the notes of each sound, in hertz. */
const TAP = '880';
const CORRECT = '659 880';
const TRY_AGAIN = '330 392';
const COMPLETE = '523 659 784';
const LEVEL_UP = '523 659 784 1047';

testWithApp(
  "the child's app plays sounds only while they are switched on",
  async (app) => {
    const { page, context, errors, open } = await openPlayTab(app, getBrowser());
    await context.addInitScript(recordSounds);
    const soundSwitch = page.getByRole('switch', { name: 'Play sounds on this device' });
    const submitAnswer = async (isCorrect: boolean) => {
      const card = page.locator('.option', { [isCorrect ? 'hasText' : 'hasNotText']: CORRECT_TEXT }).first();
      await card.click();
      await page.getByRole('button', { name: 'Check' }).click();
      await page.locator(`.feedback.${isCorrect ? 'success' : 'warning'}`).waitFor();
    };
    const readLesson = async (lesson: string) => {
      await open(`task/${lesson}`);
      const { items = [] } = app.ctx.content.current.tasks.get(lesson) ?? {};
      for (const { prompt } of items) {
        await page.getByRole('heading', { name: prompt.en ?? '', level: 1 }).waitFor();
        await page.getByRole('button', { name: 'Next', exact: true }).click();
      }
      await page.locator('.result').waitFor();
    };

    await open('task/first-sums');
    await page.locator('.option').first().click();
    assert.deepEqual(await takeSounds(page), [TAP], 'sounds are on at first');

    await open('me/settings');
    await soundSwitch.waitFor();
    await assertAccessible(page);
    await soundSwitch.focus();
    await page.keyboard.press('Space');
    while (!JSON.stringify(await readDeviceStorage(page)).includes('sounds')); // the device saves the choice
    await takeSounds(page);
    await open('task/first-sums');
    await page.locator('.option').first().click();
    assert.deepEqual(await takeSounds(page), [], 'sounds are off');

    await open('me/settings');
    await page.getByRole('switch', { name: 'Play sounds on this device', checked: false }).click();
    assert.ok((await takeSounds(page)).includes(CORRECT), 'switching sounds on plays an example');

    await open('task/first-sums');
    await submitAnswer(false);
    assert.deepEqual(await takeSounds(page), [TAP, TRY_AGAIN]);
    await submitAnswer(true);
    assert.deepEqual(await takeSounds(page), [TAP, CORRECT]);
    await readLesson('bundles-of-ten');
    assert.deepEqual(await takeSounds(page), [COMPLETE]);
    await page.route('**/complete', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.data.level_up = { from: 1, to: 2, level_name: 'Explorer', unlocked_items: [] };
      await route.fulfill({ response, json: body });
    });
    await readLesson('what-is-alive');
    assert.deepEqual(await takeSounds(page), [LEVEL_UP]);

    await open('me/settings');
    await page.getByText('Play sounds on this device').click();
    await takeSounds(page);
    await page.getByRole('button', { name: 'English' }).click();
    assert.deepEqual(await takeSounds(page), [], 'sounds are off again');
    assert.deepEqual(errors, []);
  },
  { only: 'sqlite' },
);

interface SoundRecorder {
  sounds: number[][];
}

/** Runs in the page before its scripts: records the notes that are played, and refuses long notes. */
function recordSounds(): void {
  const sounds: number[][] = [];
  Object.assign(globalThis, { sounds });
  const { start, stop } = OscillatorNode.prototype;
  let lastStartTime = -1;
  OscillatorNode.prototype.start = function (when = 0) {
    if (when - this.context.currentTime < 0.01) sounds.push([]); // the first note of a sound starts immediately
    sounds.at(-1)?.push(Math.round(this.frequency.value));
    lastStartTime = this.context.currentTime;
    return start.call(this, when);
  };
  OscillatorNode.prototype.stop = function (when = 0) {
    if (when - lastStartTime > 0.5) throw new Error('This sound is too long.');
    return stop.call(this, when);
  };
}

/** The sounds since the page was loaded or since the last call, each as the frequencies of its notes. */
async function takeSounds(page: Page): Promise<string[]> {
  const sounds = await page.evaluate(() => (globalThis as unknown as SoundRecorder).sounds.splice(0));
  return sounds.map((notes) => notes.join(' '));
}
