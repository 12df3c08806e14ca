import assert from 'node:assert/strict';
import { DAY } from '../../src/core/time/instant.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { openPlayTab } from '../support/browser/play-tab.ts';
import { installVoice, waitUntilSpoken } from '../support/browser/voice.ts';
import { createLearningClient } from '../support/learning/learning-client.ts';
import { testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

testWithApp(
  "the calendar of the child's app shows active days month by month, even without a network",
  async (app) => {
    const { page, context, child, errors, open } = await openPlayTab(app, getBrowser(), { width: 360, height: 740 });
    await context.addInitScript(installVoice);
    const client = createLearningClient(app, child);
    const restDayHint = page.getByText('Rest day: your days in a row go on.');
    const previousButton = page.getByRole('button', { name: 'Previous month' });
    const nextButton = page.getByRole('button', { name: 'Next month' });

    await open('me/calendar'); // on Friday, 20 November
    await page.getByText('Finish a task, and today is your first day of the month.').waitFor();
    await assertAccessible(page);

    await client.startAndComplete('first-sums'); // earns a freeze
    app.advance(2 * DAY); // to Sunday: the freeze protects Saturday
    await client.startAndComplete('first-sums');
    app.advance(10 * DAY); // to Wednesday, 2 December: a new streak begins and earns a freeze
    const practice = await client.startAndComplete('first-sums');
    const lesson = await client.startAndComplete('what-is-alive');
    app.advance(2 * DAY); // to Friday: the freeze protects Thursday
    await open('me');
    await page.getByText('1 day of learning this week').waitFor();
    assert.match(await page.locator('.week').innerText(), /M\s+30\s+T\s+1\s+W\s+2\s+T\s+3\s+F\s+4\s+S\s+5\s+S\s+6/);
    await page.getByRole('link', { name: 'Badges' }).getByText('Best streak: 2 of 3 days').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'My days' }).click();
    await page.getByRole('heading', { name: 'December 2026' }).waitFor();
    await page.getByText('1 day of learning').waitFor();
    const [, firstWeek] = await page.getByRole('row').all();
    assert.match((await firstWeek?.innerText()) ?? '', /^\s*1\s+2\s+3\s+rest day\s+4\s+5\s+6\s*$/);
    assert.equal(await page.locator('[aria-current=date]').innerText(), '4');
    await restDayHint.waitFor();
    await page.getByRole('button', { name: /^Wednesday 2 December:/ }).click();
    const wednesdaySummary = `Wednesday 2 December: 1 task, ${practice.xp_awarded + lesson.xp_awarded} XP`;
    await page.getByText(wednesdaySummary).waitFor();
    await page.getByRole('button', { name: `Read “${wednesdaySummary}” to me` }).click();
    await waitUntilSpoken(page, wednesdaySummary);
    await assertAccessible(page);

    await previousButton.focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 days of learning').waitFor();
    await restDayHint.waitFor({ state: 'hidden' }); // rest days of earlier streaks are not known
    assert.equal(await previousButton.getAttribute('aria-disabled'), 'true', 'there is no earlier month');
    assert.ok(
      await previousButton.evaluate((button) => button === document.activeElement),
      'the button keeps the focus',
    );
    await assertAccessible(page);
    await context.setOffline(true);
    await nextButton.click();
    await page.getByText('1 day of learning').waitFor();
    await previousButton.click();
    await page.getByText('2 days of learning').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },
  { only: 'sqlite' },
);
