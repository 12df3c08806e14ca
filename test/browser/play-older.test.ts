import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { DAY } from '../../src/core/time/instant.ts';
import { loadOpenAttempt } from '../../src/features/learning/index.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { enterAnswer } from '../support/browser/play-answers.ts';
import { type PlayTab, runJourney, signInOnDevice } from '../support/browser/play-tab.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { createLearningClient, getCorrectResponse } from '../support/learning/learning-client.ts';
import { describeWithApp, NEW_CHILD } from '../support/test-app.ts';

const getBrowser = useBrowser();
const CHALLENGE_ID = 'practice-challenge';
/** Quizzes whose generated questions, and those of their skills, all ask for a number. */
const QUIZZES = ['bridge-multiply', 'bridge-divide', 'bridge-beams-and-coins'];

/** Fails if an element is not on the screen without scrolling. */
async function assertInSight(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  assert.ok(box && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
}

describeWithApp(
  "the child's app from ten on",
  (app) => {
    before(() => {
      const content = loadAllPacks();
      const open = <P extends object>(places: ReadonlyMap<string, P>) =>
        new Map([...places].map(([id, place]) => [id, { ...place, prerequisite_ids: [], required_level: null }]));
      app.ctx.content.current = { ...content, worlds: open(content.worlds), locations: open(content.locations) };
    });

    /** A test with a child of twelve on a phone, which fails on any error that the browser reports. */
    const testJourney = (name: string, run: (tab: PlayTab) => Promise<void>) =>
      it(name, () =>
        runJourney(
          app,
          getBrowser(),
          async (tab) => {
            await signInOnDevice(tab.page, tab.device, { ...tab.child, birthYear: new Date().getFullYear() - 12 });
            await run(tab);
          },
          { width: 390, height: 844 },
        ),
      );

    testJourney('opens the text that a question is about once more', async ({ page, open }) => {
      await open('task/words-blue-bottle');
      const readAgain = page.getByRole('button', { name: 'Read it again' });
      await page.getByRole('button', { name: 'Next' }).waitFor();
      const text = await page.locator('.reading-text').innerText();
      assert.equal(await readAgain.count(), 0, 'the text is on the screen');
      await page.getByRole('button', { name: 'Next' }).click();
      await readAgain.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Read it again' });
      assert.equal(await dialog.locator('.reading-text').innerText(), text);
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });

    testJourney('offers a challenge round, with one try each, and tells the personal best', async (tab) => {
      const { page, open, child } = tab;
      const client = createLearningClient(app, child);
      await open('home');
      await page.getByRole('heading', { name: 'Worlds' }).waitFor();
      const link = page.getByRole('link', { name: 'Challenge round' });
      assert.equal(await link.count(), 0, 'the child has practiced nothing');
      for (const quiz of QUIZZES) await client.startAndComplete(quiz);
      app.advance(DAY);

      await open('home');
      await page.getByRole('link', { name: 'Five hard questions, no clock' }).waitFor();
      await assertAccessible(page);
      await client.start(CHALLENGE_ID);
      const caller = { role: 'child', profileId: child.id, sessionId: '', language: 'en' } as const;
      const { task, itemKeys } = await loadOpenAttempt(
        app.ctx,
        { ...caller, birthYear: NEW_CHILD.birth_year },
        CHALLENGE_ID,
      );
      const right = task.items.map((item) => {
        const key = itemKeys.get(item.id);
        return { item, response: key && getCorrectResponse(item, key) };
      });
      const [first, ...others] = right;
      const last = others.pop();
      assert.ok(first && last);
      for (const { item, response } of others) await client.answer(CHALLENGE_ID, item.id, response);

      await link.click();
      const action = page.locator('.action-bar .big-button').last();
      await page.getByRole('heading', { level: 1, name: first.item.prompt.en }).waitFor();
      await enterAnswer(page, first.item, '987654', 'mouse');
      await action.click();
      await page.getByRole('button', { name: 'Show me how' }).waitFor(); // after the only try
      for (const { item } of [...others, last]) {
        await action.click();
        await page.getByRole('heading', { level: 1, name: item.prompt.en }).waitFor();
      }
      await enterAnswer(page, last.item, last.response, 'mouse');
      await action.click();
      await action.click();
      await page.getByRole('heading', { name: 'A new personal best!' }).waitFor();
      await page.getByText('Your best: 4 of 5').waitFor();
      await assertAccessible(page);
      const missed = page.getByRole('button', { name: first.item.prompt.en ?? '' });
      await assertInSight(page, page.getByRole('button', { name: 'Another round' }));
      await missed.click();
      await page.locator('.solution').waitFor();
      await assertInSight(page, page.getByRole('button', { name: 'Close' }));
      await assertAccessible(page);
      const next = page.getByRole('button', { name: 'Next', exact: true });
      const nextStep = page.getByRole('button', { name: 'Next step' });
      const { height = 0 } = (await next.or(nextStep).first().boundingBox()) ?? {};
      assert.ok(height > 0 && height < 150, `the button is ${height} px high`);
      while (await next.or(nextStep).first().isVisible()) await next.or(nextStep).first().click();
      await missed.waitFor();
      app.advance(60);
      await page.getByRole('button', { name: 'Another round' }).click();
      await page.getByRole('heading', { level: 1, name: 'Challenge round' }).waitFor();
      await page.getByText('Your best: 4 of 5').waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Begin' }).click();
      for (let i = 0; i < 5; i += 1) {
        await page.getByRole('button', { name: 'I don’t know' }).click();
        await page.getByRole('heading', { name: 'Not yet. Now you can find out.' }).waitFor();
        await page.getByRole('button', { name: 'Next', exact: true }).click();
      }
      await page.getByText('None right this time.').waitFor();
      assert.equal(await page.getByText('A new personal best!').count(), 0);
      await open('home');
      await page.getByRole('link', { name: 'Challenge round Your best: 4 of 5' }).waitFor();
    });

    testJourney(
      'begins with a placement, and shows the worlds for its age before the others',
      async ({ page, open }) => {
        await open('home');
        const first = page.locator('.next-step');
        await first.filter({ hasText: 'Show me what you know already' }).waitFor();
        await first.filter({ hasText: 'Twelve questions in maths.' }).waitFor();
        assert.match((await first.getAttribute('href')) ?? '', /practice-placement-mathematics/);
        const listShown = () => page.locator('.world-card:visible b').allInnerTexts();
        assert.ok((await listShown()).includes('Number Peak'));
        assert.equal((await listShown()).length, 5);
        await page.getByText('More worlds').click();
        await page.getByRole('link', { name: /Duck Pond/ }).waitFor();
        assert.equal((await listShown()).length, app.ctx.content.current.worlds.size);
        await assertAccessible(page);
        await page.getByRole('button', { name: 'Not now' }).click();
        await first.filter({ hasText: 'New: ' }).waitFor();
      },
    );

    testJourney(
      'says what a placement is, and goes on when the child does not know an answer',
      async ({ page, open }) => {
        await open('task/practice-placement-mathematics');
        await page.getByRole('heading', { level: 1, name: 'What do you know already?' }).waitFor();
        await page.getByText('12 questions').waitFor();
        await page.getByRole('button', { name: 'Begin' }).click();
        await page.getByRole('button', { name: 'I don’t know' }).click();
        await page.getByRole('list', { name: '2 of 12' }).waitFor();
        await assertAccessible(page);
        await page.reload();
        await page.getByRole('list', { name: '2 of 12' }).waitFor(); // without the opening
        await page.getByRole('button', { name: 'That’s enough' }).click();
        await page.getByText('To learn next: ').waitFor();
        await assertAccessible(page);
      },
    );

    testJourney('lets a child set a goal for the week and shows how far it is', async ({ page, open, child }) => {
      await createLearningClient(app, child).startAndComplete('first-sums');
      await open('home');
      await page.getByRole('button', { name: 'Choose a goal for the week' }).click();
      await page.getByRole('heading', { name: 'On how many days' }).waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: '3 days a week' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const goal = page.getByRole('button', { name: '1 of 3 days this week' });
      await goal.waitFor();
      await assertAccessible(page);
      await open('home');
      await goal.click();
      await page.getByRole('button', { name: 'No goal for now' }).click();
      await page.getByRole('button', { name: 'Choose a goal for the week' }).waitFor();
      const { goal_days } = await app.ctx.db
        .selectFrom('profiles')
        .select('goal_days')
        .where('id', '=', child.id)
        .executeTakeFirstOrThrow();
      assert.equal(goal_days, null);
    });

    testJourney('says in a sentence what is behind a number', async ({ page, open, child }) => {
      await createLearningClient(app, child).startAndComplete('first-sums');
      await open('me');
      await page.getByRole('button', { name: 'What do these numbers mean?' }).click();
      await page.getByText(/^You get XP for tasks/).waitFor();
      await page.getByText(/^\d+.XP.to.level.\d/).waitFor();
      await assertAccessible(page);
      await open('me/skills');
      await page.locator('.plants button').first().click();
      await page.getByText(/^You have practised this/).waitFor();
      await assertAccessible(page);
    });

    testJourney(
      'has a quieter look, which the settings change on this device',
      async ({ page, open, child, device }) => {
        const expectLook = (look: string) => page.locator(`html[data-look=${look}]`).waitFor({ state: 'attached' });
        await open('home');
        await expectLook('quiet');
        await page.getByRole('heading', { name: 'Worlds' }).waitFor();
        assert.equal(await page.locator('.guide').isVisible(), false);
        await assertAccessible(page);
        await createLearningClient(app, child).startAndComplete('first-sums');
        await open('home');
        await page.getByRole('link', { name: /^addition/i }).waitFor(); // what has grown, as words
        await assertAccessible(page);
        await open('task/bridge-multiply');
        await page.locator('.task-heading h1').waitFor();
        assert.equal(await page.locator('.guide-face').count(), 0);
        await open('me/settings');
        await page.getByRole('switch', { name: 'A quieter look', checked: true }).click();
        await expectLook('playful');
        await open('home');
        await expectLook('playful');
        await page.locator('.guide').waitFor();
        await page.goto('/');
        const other = await app.registerChild({ device });
        await signInOnDevice(page, device, { ...other, birthYear: new Date().getFullYear() - 9 });
        await open('home');
        await expectLook('playful');
        await page.goto('/');
        await signInOnDevice(page, device, { ...other, birthYear: new Date().getFullYear() - 10 });
        await open('home');
        await expectLook('quiet');
        assert.notEqual(other.id, child.id);
      },
    );
  },
  { only: 'sqlite' },
);
