import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { runJourney } from '../support/browser/play-tab.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { describeWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
const TASK_ID = 'endless-sums';
/** The first item of the task: "7 + 3 = ?" with three options. */
const ITEM_ID = 'frame-sum';

describeWithApp(
  "the child's app after the last wrong answer",
  (app) => {
    before(() => {
      const content = loadAllPacks();
      const locations = [...content.locations].map(([id, place]) => [id, { ...place, prerequisite_ids: [] }] as const);
      app.ctx.content.current = { ...content, locations: new Map(locations) };
    });

    it('shows step by step how it is done and asks a similar question', () =>
      runJourney(
        app,
        getBrowser(),
        async ({ page, open, child }) => {
          await open(`task/${TASK_ID}`);
          const sum = await readSum(page);
          const options = await page.locator('.option').allInnerTexts();
          for (const wrong of options.filter((text) => Number(text) !== sum)) await answer(page, wrong);
          await page.getByRole('button', { name: 'Show me how' }).click();
          const steps = page.locator('.solution li');
          const nextStep = page.getByRole('button', { name: 'Next step' });
          for (const count of [1, 2]) {
            assert.equal(await steps.count(), count);
            assert.equal(await page.locator('.action-bar .big-button').count(), 1, 'one thing to do');
            await nextStep.click();
          }
          await steps.nth(2).waitFor();
          assert.equal(await nextStep.count(), 0);
          const right = page.locator('.option.right', { has: page.locator('.right-mark') });
          assert.match(await right.innerText(), new RegExp(`^${sum}\\b`));
          await page.getByRole('button', { name: 'Try one like it' }).and(page.locator(':focus')).waitFor();
          await assertAccessible(page);
          const findGrades = () =>
            app.ctx.db.selectFrom('attempts').select('grades').where('profile_id', '=', child.id).execute();
          const grades = await findGrades();
          await page.getByRole('button', { name: 'Try one like it' }).click();
          await page.locator('.solution').waitFor({ state: 'detached' });
          await answer(page, String(await readSum(page)));
          await page.locator('.feedback.success').waitFor();
          assert.deepEqual(await findGrades(), grades, 'the twin is not graded');
          await page.getByRole('button', { name: 'Next' }).click();
          await page.locator('.progress-dots .done').waitFor();
          assert.ok(JSON.parse(grades[0]?.grades ?? '')[ITEM_ID].closed);
        },
        { width: 390, height: 844 },
      ));
  },
  { only: 'sqlite' },
);

/** The sum that the heading asks for. */
async function readSum(page: Page): Promise<number> {
  const heading = page.getByRole('heading', { level: 1, name: '= ?' });
  const [a = 0, b = 0] = ((await heading.innerText()).match(/\d+/g) ?? []).map(Number);
  return a + b;
}

async function answer(page: Page, text: string): Promise<void> {
  await page.locator('.option', { hasText: new RegExp(`^${text}$`) }).click();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.locator('.feedback').waitFor();
}
