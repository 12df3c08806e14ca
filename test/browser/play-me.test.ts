import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { loadPacks } from '../../src/content/index.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { findAxeViolations, findOverflowingElements, findSmallTargets } from '../support/browser/page-checks.ts';
import { openPlayTab, type PlayTab, signInOnDevice } from '../support/browser/play-tab.ts';
import { createLearningClient, type LearningClient } from '../support/learning/learning-client.ts';
import { startTestApp, type TestApp, WITHOUT_RATE_LIMITS } from '../support/test-app.ts';

const browser = useBrowser();
const ALL_PACKS = loadPacks(join(import.meta.dirname, '../../content/packs'));
const DAY = 86_400;

describe("the child's own screens", () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp('sqlite', WITHOUT_RATE_LIMITS);
    app.ctx.content.current = ALL_PACKS;
  });
  after(() => app.close());

  /** A test with its own child and phone, which fails on any error that the browser reports. */
  const playJourney = (name: string, run: (tab: PlayTab) => Promise<void>) =>
    it(name, async () => {
      const tab = await openPlayTab(app, browser(), { width: 360, height: 740 });
      await run(tab);
      assert.deepEqual(tab.errors, []);
      await tab.context.close();
    });

  playJourney('restore the choice to be read to', async ({ page, context, child, device, open }) => {
    await context.addInitScript(installVoice);
    const isOn = page.getByRole('button', { name: 'Stop reading to me' });
    const isOff = page.getByRole('button', { name: 'Read everything to me' });
    await open('home');
    await isOff.click();
    await isOn.waitFor();
    await open('task/first-sums');
    await page.getByRole('button', { name: 'Check' }).waitFor();
    const prompt = await page.getByRole('heading', { level: 1 }).innerText();
    await page.waitForFunction((text) => (globalThis as unknown as Spoken).spoken.includes(text), prompt);
    await open('home');
    await isOn.click();
    await signInOnDevice(page, device, { ...child, birthYear: new Date().getFullYear() - 6 });
    await open('home');
    await isOff.waitFor();
    const younger = await app.registerChild({ device });
    await signInOnDevice(page, device, { ...younger, birthYear: new Date().getFullYear() - 6 });
    await open('home');
    await isOn.waitFor();
  });

  playJourney('lead from Home to the daily practice and back', async ({ page, child, open }) => {
    const client = createLearningClient(app, child);
    for (const task of ['first-sums', 'counting-in-the-clearing', 'nat-living-or-not'])
      await client.startAndComplete(task);
    app.advance(4 * DAY);
    await open('home');
    await page.getByRole('link', { name: /Today’s practice/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: /Today’s practice/ }).click();
    const leave = page.getByRole('link', { name: 'Leave this task; it is kept' });
    await leave.click();
    await page.getByRole('link', { name: /Today’s practice.*Go on/s }).click();
    await leave.waitFor();
    const taskId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await closeItems(client, taskId);
    await page.reload();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText('Today’s practice').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { name: 'Worlds' }).waitFor();
    assert.equal((await client.getTask(taskId)).attempt?.status, 'passed');
  });

  playJourney(
    'let a child join a planet, leave it, and see its next level and its family',
    async ({ page, child, open }) => {
      await open('me');
      await page.getByRole('link', { name: 'Planets' }).click();
      const planet = page.locator('.planet').first();
      await planet.waitFor();
      await assertAccessible(page);
      await planet.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Join' }).click();
      const leave = page.getByRole('button', { name: 'Leave the planet' });
      await leave.waitFor();
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByText('You are on no planet yet.').waitFor({ state: 'hidden' });
      await assertAccessible(page);
      await planet.click();
      await leave.click();
      await page.getByRole('button', { name: 'Join' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('You are on no planet yet.').waitFor();
      const memberships = app.ctx.db.selectFrom('planet_members').select('left_at').where('profile_id', '=', child.id);
      const [left, ...others] = await memberships.execute();
      assert.ok(left?.left_at && others.length === 0);
      const { xp_to_next_level } = await createLearningClient(app, child).getStats();
      await open('me/levels');
      await page.locator('[aria-current=step]').getByText(`${xp_to_next_level} XP to level 2`).waitFor();
      await assertAccessible(page);
      await open('me/family');
      await page.getByText('When your brothers or sisters play too').waitFor();
      await page.getByRole('button', { name: 'All the time' }).click();
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await assertAccessible(page);
    },
  );
});

interface Spoken {
  spoken: string[];
}

/** Replaces the speech of the browser, which has no voice in tests. */
function installVoice(): void {
  const spoken: string[] = [];
  const voice = { name: 'Test', lang: 'en-GB', default: true, localService: true, voiceURI: 'test' };
  const speechSynthesis = {
    getVoices: () => [voice],
    cancel: () => {},
    speak: ({ text }: { text: string }) => void spoken.push(text),
  };
  class Utterance {
    text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  for (const [name, value] of Object.entries({ spoken, speechSynthesis, SpeechSynthesisUtterance: Utterance }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}

/** Answers each item of a task until it cannot be answered again. */
async function closeItems(client: LearningClient, taskId: string): Promise<void> {
  const { items } = await client.getTask(taskId);
  for (const { id: item_id, options, left, right, categories } of items) {
    const ids: string[] = (options ?? []).map(({ id }: { id: string }) => id);
    const pairs = left ? { [left[0].id]: right[0].id } : categories ? { [ids[0] ?? '']: categories[0].id } : {};
    const texts = ['a', 'b', ...ids.slice(0, 2)];
    const lists = [ids.slice(0, 1), ids, ids.toReversed()];
    const guesses = [...texts, 1, 2, ...lists, {}, pairs, { x: 0, y: 0 }, { x: 1, y: 1 }];
    let triesLeft = 2;
    for (const response of guesses) {
      const { body } = await client.call('POST', `/app/tasks/${taskId}/answer`, { item_id, response });
      triesLeft = body.data?.tries_left ?? triesLeft;
      if (triesLeft === 0) break;
    }
    assert.equal(triesLeft, 0, JSON.stringify(items));
  }
}

async function assertAccessible(page: Page): Promise<void> {
  await page.waitForTimeout(500); // screens slide in
  assert.deepEqual(await findAxeViolations(page, 'en'), []);
  assert.deepEqual(await findOverflowingElements(page), []);
  assert.deepEqual(await findSmallTargets(page), []);
}
