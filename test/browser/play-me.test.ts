import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { DAY } from '../../src/core/time/instant.ts';
import { UNDO_SECONDS } from '../../src/core/time/undo.ts';
import { listGuardians } from '../../src/features/accounts/index.ts';
import { addReward, assignTodo, decideOnRequest, listRequests, turnRewardsOn } from '../../src/features/todos/index.ts';
import { openTab, useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import {
  type PlayTab,
  readDeviceStorage,
  runJourney,
  signInOnDevice,
  switchReading,
} from '../support/browser/play-tab.ts';
import { installVoice, waitUntilSpoken } from '../support/browser/voice.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { createTodoClient } from '../support/family/todos.ts';
import { createLearningClient, getCorrectAnswers, type LearningClient } from '../support/learning/learning-client.ts';
import { describeWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

describeWithApp(
  "the personal screens of the child's app",
  (app) => {
    before(() => {
      app.ctx.content.current = loadAllPacks();
    });

    /** A test with a new child on a phone, which fails on any error that the browser reports. */
    const testJourney = (name: string, run: (tab: PlayTab) => Promise<void>) =>
      it(name, () => runJourney(app, getBrowser(), run, { width: 360, height: 740 }));

    testJourney('restore the choice to have texts read aloud', async ({ page, context, child, device, open }) => {
      await context.addInitScript(installVoice);
      const settingsSwitch = page.getByRole('switch', { name: 'Read everything to me' });
      const expectSwitch = (isOn: boolean) => settingsSwitch.and(page.locator(`[aria-checked=${isOn}]`)).waitFor();
      await switchReading({ page, open }, true);
      await open('task/first-sums');
      await page.getByRole('button', { name: 'Check' }).waitFor();
      const prompt = await page.getByRole('heading', { level: 1 }).innerText();
      await waitUntilSpoken(page, prompt);
      await switchReading({ page, open }, false);
      await page.goto('/'); // leaves the app, so that it does not overwrite the session
      await signInOnDevice(page, device, { ...child, birthYear: new Date().getFullYear() - 6 });
      await open('me/settings');
      await expectSwitch(false);
      const otherChild = await app.registerChild({ device });
      await page.goto('/');
      await signInOnDevice(page, device, { ...otherChild, birthYear: new Date().getFullYear() - 6 });
      await open('me/settings');
      await expectSwitch(true); // by default, the app reads to children of this age
      const otherDevice = await openTab(getBrowser(), app.url, { hasServiceWorker: false });
      await otherDevice.context.addInitScript(installVoice);
      await otherDevice.page.goto('/play');
      await otherDevice.page.getByRole('heading', { level: 1 }).waitFor(); // the app has made its database
      await otherDevice.page.goto('/');
      await signInOnDevice(otherDevice.page, device, { ...child, birthYear: new Date().getFullYear() - 6 });
      await otherDevice.page.goto('/play/me/settings');
      await otherDevice.page
        .getByRole('switch', { name: 'Read everything to me' })
        .and(otherDevice.page.locator('[aria-checked=false]'))
        .waitFor();
      await otherDevice.context.close();
    });

    testJourney('show an open to-do, then the to-dos that were finished last', async ({ page, child, open }) => {
      const todos = createTodoClient(app, child.token);
      const checklist = [{ text: 'Roses' }, { text: 'Tulips' }];
      // More finished to-dos than a page of the API contains.
      for (let i = 1; i <= 101; i += 1) {
        const { id } = await todos.add({ title: `Water plant ${i}`, checklist });
        app.advance(1);
        await todos.setStatus(id, 'done');
      }
      await todos.add({ title: 'Feed the fish', checklist });
      await open('home');
      await page.getByText('Feed the fish').waitFor();
      await open('todos');
      await page.getByText('Feed the fish').waitFor();
      const titles = await page.locator('.todo-text > span').allInnerTexts();
      // A no-break space keeps the number on the same line as the word before it.
      assert.deepEqual(titles.slice(0, 3), ['Feed the fish', 'Water plant\u00a0101', 'Water plant\u00a0100']);
      const checkedStates = await page
        .locator('.checklist input')
        .evaluateAll((inputs) => inputs.slice(0, 4).map((input) => (input as HTMLInputElement).checked));
      assert.deepEqual(checkedStates, [false, false, true, true]); // the entries of a finished to-do are shown as done
    });

    testJourney('let a child ask for a reward, and tell it what a parent answers', async ({ page, child, open }) => {
      const parent = await app.registerParent();
      await app.linkChild(parent.token, child.token);
      const [guardian] = await listGuardians(app.ctx, child.id);
      const parentId = guardian?.id ?? '';
      const stars = page.getByText(/^\d+ stars?$/);
      await open('home');
      await page.getByRole('heading', { name: 'Worlds' }).waitFor();
      assert.equal(await stars.count(), 0, 'rewards are off');
      await turnRewardsOn(app.ctx, parentId, [child.id]);
      for (const [title, price] of [
        ['Choose the film on Friday', 3],
        ['A day at the lake', 30],
      ] as const)
        await addReward(app.ctx, parentId, [child.id], { title, stars: price });
      await assignTodo(app.ctx, parentId, [child.id], { title: 'Set the table', stars: 4, requires_approval: false });
      await open('todos');
      await page.getByText('0 stars').waitFor();
      await page.getByRole('img', { name: '4 stars' }).waitFor();
      await page.getByRole('button', { name: 'Done: Set the table' }).click();
      await page.getByRole('link', { name: '4 stars' }).click();
      await page.getByText('26 more stars').waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Choose the film' }).click();
      await assertAccessible(page);
      const askButton = page.getByRole('button', { name: 'I would like this' });
      await askButton.evaluate((button: HTMLElement) => {
        for (let tap = 0; tap < 3; tap += 1) button.click();
      });
      await askButton.waitFor({ state: 'hidden' });
      await page.getByRole('dialog').getByText('Your grown-up is looking at it').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByText('1 star', { exact: true }).waitFor();
      const [request, ...others] = await listRequests(app.ctx, child.id, 10);
      assert.ok(request && others.length === 0);
      await decideOnRequest(app.ctx, parentId, child.id, request.id, { decision: 'declined', note: 'On Sunday' });
      app.advance(UNDO_SECONDS);
      await page.clock.setFixedTime(app.ctx.now()); // the decision is less than a day old
      await open('home');
      await page.getByRole('link', { name: /4 stars.*Not now: Choose the film on Friday.*On Sunday/s }).waitFor();
      await assertAccessible(page);
    });

    testJourney('lead from Home to the daily practice and back', async ({ page, child, open }) => {
      const client = createLearningClient(app, child);
      for (const task of ['first-sums', 'counting-in-the-clearing', 'nat-living-or-not'])
        await client.startAndComplete(task);
      app.advance(4 * DAY); // the skills of these tasks are due
      await open('home');
      await page.getByRole('link', { name: /Today’s practice/ }).waitFor();
      await assertAccessible(page);
      await page.getByRole('link', { name: /Today’s practice/ }).click();
      const leaveLink = page.getByRole('link', { name: 'Leave this task; it is kept' });
      await leaveLink.click();
      await page.getByRole('link', { name: /Today’s practice.*You have begun/s }).click();
      await leaveLink.waitFor();
      const taskId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await answerUntilNoTriesLeft(client, taskId);
      await page.reload();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('link', { name: 'Back to Home' }).waitFor();
      await assertAccessible(page);
      await page.getByRole('link', { name: 'Back to Home' }).click();
      await page.getByRole('heading', { name: 'Worlds' }).waitFor();
      assert.equal((await client.getTask(taskId)).attempt?.status, 'passed');
    });

    testJourney('grow the garden on Home after a task', async ({ page, child, open }) => {
      const client = createLearningClient(app, child);
      await open('home');
      await page.getByRole('link', { name: 'Nothing grows here yet.' }).waitFor();
      await client.startAndComplete('first-sums'); // its skills are addition and counting
      await open('home');
      await page.locator('.plot .has-grown').nth(1).waitFor();
      await assertAccessible(page);
      await open('home');
      const link = page.getByRole('link', { name: '2 plants grow here' });
      await link.waitFor();
      assert.equal(await page.locator('.plot .has-grown').count(), 0, 'the child has seen them grow');
      await link.click();
      await page.getByRole('heading', { name: 'What I know', level: 1 }).waitFor();
    });

    testJourney('show a child which skills it still knows, and list all its skills', async ({ page, child, open }) => {
      const client = createLearningClient(app, child);
      await open('me/skills');
      await page.getByText('Nothing grows here yet.').waitFor();
      await client.startAndComplete('first-sums'); // its skills are addition and counting
      app.advance(5 * DAY);
      await client.start('first-sums');
      for (const { item_id, response } of getCorrectAnswers(app, 'first-sums'))
        await client.answer('first-sums', item_id, response);
      await open('task/first-sums');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('heading', { name: 'You still know addition and how to count.' }).waitFor();
      await assertAccessible(page);
      await open('me');
      await page.getByRole('link', { name: 'What I know' }).focus();
      await page.keyboard.press('Enter');
      const gardenSection = page.locator('section', { has: page.getByRole('heading', { name: 'Number Garden' }) });
      await gardenSection
        .getByRole('listitem')
        .filter({ hasText: /Addition.*Is strong/is })
        .waitFor();
      await assertAccessible(page);
    });

    testJourney(
      'send a practice that was finished without a network, and show its result',
      async ({ page, context, child, open }) => {
        const client = createLearningClient(app, child);
        for (const task of ['first-sums', 'counting-in-the-clearing', 'nat-living-or-not'])
          await client.startAndComplete(task);
        app.advance(4 * DAY); // the skills of these tasks are due
        const { body } = await client.call('GET', '/app/practice/today');
        await client.start(body.data.task_id);
        await answerUntilNoTriesLeft(client, body.data.task_id);
        await open(`task/${body.data.task_id}`);
        const nextButton = page.getByRole('button', { name: 'Next', exact: true });
        await nextButton.waitFor();
        await context.setOffline(true);
        await nextButton.click();
        await page.getByRole('heading', { name: 'It’s kept here' }).waitFor();
        await context.setOffline(false);
        await page.getByText('You kept at it!').waitFor();
      },
    );

    testJourney('are mirrored when the text runs from right to left', async ({ page, context, open }) => {
      await context.addInitScript(() =>
        addEventListener('readystatechange', () => document.documentElement.setAttribute('dir', 'rtl'), true),
      );
      const readArrowScale = (name: string) =>
        page.getByRole('link', { name }).evaluate((link) => getComputedStyle(link.firstElementChild ?? link).scale);
      for (const screen of ['home', 'todos', 'me', 'me/calendar', 'task/first-sums', 'me/settings']) {
        await open(screen);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        const isTooWide = await page.evaluate(() => document.body.scrollWidth > document.documentElement.clientWidth);
        assert.equal(isTooWide, false, screen);
      }
      assert.equal(await readArrowScale('Back to Me'), '-1 1');
      const { x = 0, width = 0 } = (await page.getByRole('link', { name: 'Back to Me' }).boundingBox()) ?? {};
      assert.ok(x + width > 300, 'the link is at the right edge');
    });

    testJourney('greet an unknown child without a name', async ({ page, open }) => {
      await open('pin/unknown');
      await page.getByRole('heading', { name: 'What’s your PIN?', exact: true }).waitFor();
    });

    testJourney('show progress to the next badges, even without a network', async ({ page, context, child, open }) => {
      await context.addInitScript(installVoice);
      await open('me/badges');
      await page.getByText('Your first badge is waiting for you.').waitFor();
      await page.getByRole('listitem').filter({ hasText: 'First Steps' }).getByText('0 of 1 task').waitFor();
      await createLearningClient(app, child).startAndComplete('first-sums');
      await open('me');
      const badgesLink = page.getByRole('link', { name: 'Badges' });
      const nextBadge = page.getByRole('listitem').filter({ hasText: 'Off We Go' }).getByText('1 of 10 tasks');
      await badgesLink.click();
      await nextBadge.waitFor();
      await page.getByRole('heading', { name: 'My badges' }).waitFor();
      await page.locator('.badge', { hasText: 'First Steps' }).locator('.medal.common').waitFor();
      await assertAccessible(page);
      await switchReading({ page, open }, true);
      await open('me/badges');
      await page.getByRole('button', { name: 'Read “Off We Go” to me' }).click();
      await waitUntilSpoken(page, '1 of 10 tasks');
      await page.getByRole('link', { name: 'Back to Me' }).click();
      await context.setOffline(true);
      await badgesLink.click();
      await nextBadge.waitFor();
    });

    testJourney('show each thing to wear on the own figure', async ({ page, open }) => {
      await open('me/dress');
      const readPath = (name: string) => page.getByRole('button', { name }).locator('img').getAttribute('src');
      await page.getByRole('tab', { name: 'Top' }).click();
      await page.getByRole('button', { name: 'Red T-shirt' }).click();
      await page.getByRole('button', { name: 'Red T-shirt', pressed: true }).waitFor();
      const worn = await readPath('Red T-shirt');
      await page.getByRole('tab', { name: 'Hat' }).click();
      assert.equal(await readPath('Nothing'), worn);
      await page.waitForFunction(() => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>('.avatar-item img')].slice(0, 4);
        return pictures.length === 4 && pictures.every(({ naturalWidth }) => naturalWidth > 0);
      });
      await assertAccessible(page);
    });

    testJourney('have accessible settings', async ({ page, open }) => {
      await open('me/settings');
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await page.getByLabel('A parent’s code').waitFor();
      await assertAccessible(page);
    });

    testJourney('let a child join and leave a planet; show next level and family', async ({ page, child, open }) => {
      await open('me');
      await page.getByRole('link', { name: 'Planets' }).click();
      const planetButton = page.locator('.planet').first();
      await planetButton.waitFor();
      await assertAccessible(page);
      await planetButton.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Join' }).click();
      const leaveButton = page.getByRole('button', { name: 'Leave the planet' });
      await leaveButton.waitFor();
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByText('You are on no planet yet.').waitFor({ state: 'hidden' });
      await assertAccessible(page);
      await planetButton.click();
      await leaveButton.click();
      await page.getByRole('button', { name: 'Join' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('You are on no planet yet.').waitFor();
      const memberships = app.ctx.db.selectFrom('planet_members').select('left_at').where('profile_id', '=', child.id);
      const [membership, ...otherMemberships] = await memberships.execute();
      assert.ok(membership?.left_at && otherMemberships.length === 0);
      const { xp_to_next_level } = await createLearningClient(app, child).getStats();
      await open('me/levels');
      await page.locator('[aria-current=step]').getByText(`${xp_to_next_level} XP to level 2`).waitFor();
      await assertAccessible(page);
      await open('me/family');
      await page.getByText('When your brothers or sisters play too').waitFor();
      await page.getByRole('button', { name: 'All time' }).click();
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await assertAccessible(page);
    });

    testJourney(
      'show the leaderboard of the chosen period, even if that of another period arrives later',
      async ({ page, child, open }) => {
        await createLearningClient(app, child).startAndComplete('first-sums');
        app.advance(8 * DAY); // now the child has XP of all time, but none of this week
        const { promise: weekChosenAgain, resolve: releaseResponse } = Promise.withResolvers<void>();
        await page.route(/rankings.*period=all/, async (route) => {
          await weekChosenAgain;
          await route.continue();
        });
        await open('me/family');
        const member = page.locator('.member');
        await member.getByText(/\b0 XP/).waitFor();
        await page.getByRole('button', { name: 'All time' }).click();
        const weekResponse = page.waitForResponse(/rankings.*period=week/);
        await page.getByRole('button', { name: 'This week' }).click();
        await weekResponse;
        releaseResponse();
        await waitUntilCached(page, '/app/rankings {"query":{"scope":"family","period":"all","limit":50}}');
        assert.match(await member.innerText(), /\b0 XP/);
      },
    );

    testJourney('say that the language cannot be changed without a network', async ({ page, context, open }) => {
      await open('me/settings');
      await page.getByRole('button', { name: 'Español' }).waitFor();
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Español' }).click();
      await page.getByRole('alert').getByText('There is no connection right now.').waitFor();
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
    });
  },
  { only: 'sqlite' },
);

/** Waits until the app has stored a response in its cache, and has then had the time to render it. */
async function waitUntilCached(page: Page, keySuffix: string): Promise<void> {
  let keys: string[] = [];
  while (!keys.some((key) => key.endsWith(keySuffix))) keys = Object.keys((await readDeviceStorage(page)).cache ?? {});
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Answers each item of a task with guesses in all formats, until no try is left. */
async function answerUntilNoTriesLeft(client: LearningClient, taskId: string): Promise<void> {
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
      triesLeft = body.data?.tries_left ?? triesLeft; // a guess in a wrong format is refused and uses no try
      if (triesLeft === 0) break;
    }
    assert.equal(triesLeft, 0, JSON.stringify(items));
  }
}
