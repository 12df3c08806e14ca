import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { openTab, type TabOptions, useBrowser } from '../support/browser/browser.ts';
import { assertAccessible, findAxeViolations, findOverflowingElements } from '../support/browser/page-checks.ts';
import { openParentTab, requestEmailCode, submitEmailCode } from '../support/browser/panel-pages.ts';
import { activate, enterAnswer, getOptionText, type InputMethod } from '../support/browser/play-answers.ts';
import { getCorrectAnswers } from '../support/learning/learning-client.ts';
import { describeWithApp, type TestApp, testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
const TABLET = { width: 820, height: 1180 };
const PIN = '4071';
const NO_ERRORS = /^$/; // matches no message
/** Tasks of the small packs that together have items of all kinds. */
const TASKS_WITH_ALL_ITEM_KINDS = ['what-is-alive', 'at-the-pond', 'plants-and-animals', 'story-sense', 'first-sums'];

/** Not on PostgreSQL, where the tests below play every kind of item and register a family. */
const describeOnSqlite = (name: string, body: (app: TestApp) => void) =>
  describeWithApp(name, body, { only: 'sqlite' });

describeOnSqlite("the child's app", (app) => {
  /** A test on a new tablet, which fails on any error that the browser reports. */
  const testJourney = (
    name: string,
    run: (page: Page) => Promise<void>,
    options: TabOptions = {},
    expectedErrors = NO_ERRORS,
  ) =>
    it(name, async () => {
      const { page, context, errors } = await openTab(getBrowser(), app.url, { ...TABLET, ...options });
      page.setDefaultTimeout(10_000);
      await run(page);
      assert.deepEqual(
        errors.filter((error) => !expectedErrors.test(error)),
        [],
      );
      await context.close();
    });

  testJourney(
    'registers a young child with taps and a PIN of pictures, and asks for the pictures again',
    async (page) => {
      const tap = (name: string) => page.getByRole('button', { name, exact: true }).click();
      await page.goto('/play');
      await page.getByRole('link', { name: 'I’m new' }).click();
      await tap('7');
      await tap('One step back');
      await tap('6');
      await tap('Owl');
      await page.getByRole('heading', { name: 'Choose three pictures' }).waitFor();
      for (const name of ['Sun', 'Sun', 'Sun', 'I’ve chosen all']) await tap(name);
      await page.getByRole('status').filter({ hasText: 'Those are easy to guess.' }).waitFor();
      await assertAccessible(page);
      await tap('Show digits');
      for (const digit of PIN) await tap(digit);
      await page.getByRole('heading', { name: 'The same four once more' }).waitFor();
      await tap('Show pictures');
      for (const name of ['Sun', 'Sun', 'Sun', 'Sun']) await tap(name);
      await page.getByRole('status').filter({ hasText: 'They were different.' }).waitFor();
      for (const name of ['Rocket', 'Rabbit', 'Star', 'Delete the last one', 'Dolphin', 'I’ve chosen all'])
        await tap(name);
      await page.locator('.task-content').waitFor(); // the first task begins at once
      await page.goto('/play/home');
      await page.getByRole('heading', { name: 'Worlds' }).waitFor();
      const profiles = app.ctx.db.selectFrom('profiles').select('birth_year').orderBy('created_at', 'desc');
      assert.equal((await profiles.executeTakeFirstOrThrow()).birth_year, new Date().getFullYear() - 6);

      await signOut(page);
      await page.getByRole('listitem').first().getByRole('link').click();
      await page.getByRole('heading', { name: /What are your pictures\?/ }).waitFor();
      for (const name of ['Rocket', 'Rabbit', 'Star']) await tap(name);
      await page.getByRole('status').filter({ hasText: 'Not quite.' }).waitFor();
      await assertAccessible(page);
      await page.evaluate(() => {
        const heading = document.querySelector('h1') as HTMLElement;
        heading.textContent = (heading.textContent as string).replace(/Hi, [^!]+/, 'Hi, Adventurous Salamander');
      });
      for (const size of [
        { width: 390, height: 844 },
        { width: 1024, height: 768 },
      ]) {
        await page.setViewportSize(size);
        assert.deepEqual(
          await page.evaluate(() => ({
            hidden: Math.max(
              0,
              ...[...document.querySelectorAll('.sign-in-card *')].map(
                (element) => element.getBoundingClientRect().bottom - innerHeight,
              ),
            ),
            pictures: Math.min(...[...document.querySelectorAll('.keypad img')].map((img) => img.clientWidth)),
          })),
          { hidden: 0, pictures: 72 },
          'all keys are shown, with large pictures',
        );
      }
      assert.equal(await page.locator('.pin-dots i').count(), 3);
      for (const name of ['Rocket', 'Rabbit', 'Dolphin']) await tap(name); // sent after a moment
      await page.getByRole('heading', { name: 'Worlds' }).waitFor();
      await page.goto('/play/new');
      await tap('7');
      await page.getByRole('button', { name: 'Fox', exact: true }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Owl', exact: true }).count(), 0, 'the other child has it');
    },
    {},
    /status of 401/,
  );

  testJourney('registers a new child with the keyboard and announces each step to screen readers', async (page) => {
    const waitForFocus = (text: string) =>
      page.waitForFunction((expected) => document.activeElement?.textContent === expected, text);
    const tabTo = async (name: string) => {
      for (let i = 0; i < 30; i += 1) {
        await page.keyboard.press('Tab');
        const names = await page.evaluate(() => [
          document.activeElement?.getAttribute('aria-label'),
          document.activeElement?.textContent,
        ]);
        if (names.includes(name)) return;
      }
      assert.fail(`the Tab key does not reach ${name}`);
    };
    await page.goto('/play');
    await page.getByRole('link', { name: 'I’m new' }).waitFor();
    await tabTo('I’m new');
    await page.keyboard.press('Enter');
    await waitForFocus('How old are you?');
    await tabTo('7');
    await page.keyboard.press('Enter');
    await waitForFocus('Which one do you like?');
    await tabTo('Fox');
    await page.keyboard.press('Space');
    await waitForFocus('Choose four digits');
    await page.keyboard.type(PIN);
    await waitForFocus('The same four once more');
    await page.keyboard.type(PIN);
    await page.getByRole('heading', { name: 'Worlds' }).waitFor();
    await page.goto('/play/me/settings');
    const nameField = page.getByRole('textbox').first();
    await nameField.waitFor();
    assert.match(await nameField.inputValue(), /^\D+$/, 'the number of a pseudonym is not shown');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    const profiles = await app.ctx.db.selectFrom('profiles').select('display_name').orderBy('id', 'desc').execute();
    assert.match(profiles[0]?.display_name ?? '', / \d\d$/, 'it is kept');
  });

  testJourney('offers one more try after a wrong answer, for half of the points', async (page) => {
    await register(page);
    await page.goto('/play/task/first-sums');
    const [item] = app.ctx.content.current.tasks.get('first-sums')?.items ?? [];
    assert.ok(item?.kind === 'single_choice');
    const correctText = getOptionText(item.options, 'twelve');
    await page.locator('.option', { hasNotText: correctText }).first().click();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'Nearly there. Try once more.' }).waitFor();
    await assertAccessible(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Nearly there. Try once more.' }).waitFor();
    await page.locator('.option.faded').waitFor(); // it was wrong
    await page.locator('[aria-disabled=true]', { hasText: 'Check' }).waitFor();
    const description = await page.getByRole('heading', { level: 1 }).getAttribute('aria-description');
    assert.equal(description, 'Tap the card that fits.', 'screen readers say how to answer');
    await page.locator('.option', { hasText: correctText }).click();
    await page.locator('.task').click({ position: { x: 2, y: 200 } }); // beside the answers
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You found it!' }).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const attempts = await app.ctx.db
      .selectFrom('attempts')
      .select('grades')
      .where('task_id', '=', 'first-sums')
      .execute();
    const scores = attempts.map(({ grades }) => JSON.parse(grades)['seven-and-five']?.score);
    assert.ok(scores.includes(0.5), String(scores));
  });

  testJourney(
    'shows a countdown after wrong PINs and disables the keypad until it ends',
    async (page) => {
      await register(page);
      await signOut(page);
      await page.getByRole('listitem').first().getByRole('link').click();
      const waitMessage = page.getByText(/Try again in \d+:\d\d/);
      for (let i = 0; i < 11 && !(await waitMessage.isVisible()); i += 1) {
        const responseArrived = page.waitForResponse('**/app/auth/login/child');
        await typePin(page, '0000');
        await responseArrived;
        await page.locator('.keypad button:enabled').first().or(waitMessage).first().waitFor();
      }
      await waitMessage.waitFor();
      assert.ok(await page.getByRole('button', { name: '1', exact: true }).isDisabled());
      await assertAccessible(page);

      await page.reload(); // in another tab, a guardian may have given the wrong PINs back
      const json = { error: { code: 'RATE_LIMITED', message: 'Wait.', details: { retry_after: 80_000 } } };
      const refusal = { status: 429, headers: { 'retry-after': '80000' }, json };
      await page.route('**/app/auth/login/child', (route) => route.fulfill(refusal));
      await typePin(page, '0000');
      await page.getByText('A grown-up can help.').waitFor();
      assert.ok(await page.getByRole('button', { name: '1', exact: true }).isEnabled());
    },
    {},
    /status of (401|429)/,
  );

  testJourney(
    'keeps the answers of a task without a network and sends them once the network is back',
    async (page) => {
      await register(page);
      await page.goto('/play/task/first-sums');
      await page.getByRole('button', { name: 'Check' }).waitFor();
      await page.context().setOffline(true);
      for (const { item_id, response } of getCorrectAnswers(app, 'first-sums')) {
        await answer(app, page, { taskId: 'first-sums', item_id, response, inputMethod: 'keyboard' });
        await page.getByRole('heading', { name: 'It’s kept here' }).waitFor();
        await page.locator('.feedback.kept').waitFor(); // not as a wrong answer
        await page.getByRole('button', { name: 'Next', exact: true }).click();
      }
      await page.getByText('It will be sent as soon as there is a connection.').waitFor();
      const previousCount = await countPassedAttempts(app);
      await page.context().setOffline(false);
      await page.getByRole('heading', { name: /You did it/ }).waitFor(); // its stars come with the connection
      assert.equal(await countPassedAttempts(app), previousCount + 1);
    },
    {},
    /ERR_INTERNET_DISCONNECTED|Failed to load resource/,
  );
});

testWithApp(
  'a new family gets from the front page to the first stars and a linked parent',
  async (app) => {
    const tablet = await openTab(getBrowser(), app.url, { ...TABLET, hasServiceWorker: true, hasMotion: true });
    const parent = await openParentTab(app, getBrowser());
    for (const { page } of [tablet, parent]) page.setDefaultTimeout(10_000);
    await earnFirstStars(app, tablet.page);
    await linkToNewParent(app, tablet.page, parent.page);
    assert.deepEqual([...tablet.errors, ...parent.errors], []);
    await tablet.context.close();
    await parent.context.close();
  },
  { only: 'sqlite' },
);

async function earnFirstStars(app: TestApp, page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'I’m a child' }).click();
  await page.getByRole('link', { name: 'I’m new' }).waitFor();
  await assertAccessible(page);
  await register(page);
  await page.getByRole('link', { name: /At the pond New: / }).waitFor(); // what the service recommends
  await assertAccessible(page);
  await page.getByRole('link', { name: /Number Garden/ }).click();
  await page.getByRole('button', { name: /Garden Gate/ }).click();
  await page.getByRole('link', { name: /First sums/ }).waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: /Bundles of ten/ }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
  await assertAccessible(page);
  for (const { prompt } of app.ctx.content.current.tasks.get('bundles-of-ten')?.items ?? []) {
    await page.getByRole('heading', { name: prompt.en ?? '' }).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
  await page.getByRole('heading', { name: /You did it/ }).waitFor();
  await page.locator('.result .guide-face').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Next task First sums' }).click();
  await page.getByRole('button', { name: 'Check' }).waitFor();
  assert.match(page.url(), /\/play\/task\/first-sums$/);
}

/** A parent who has registered signs in to the panel, and the child enters the parent's code. */
async function linkToNewParent(app: TestApp, childPage: Page, parentPage: Page): Promise<void> {
  const { email } = await app.registerParent();
  await parentPage.goto('/');
  await parentPage.getByRole('link', { name: 'I’m a parent' }).click();
  await requestEmailCode(parentPage, email);
  await submitEmailCode(parentPage, await app.fetchEmailedCode(email));
  await parentPage.getByLabel('Your name for the children').fill('Mum');
  await parentPage.getByRole('button', { name: 'Continue' }).click();
  await parentPage.getByRole('checkbox').check();
  await parentPage.getByRole('button', { name: 'Continue' }).click();
  await parentPage.locator('#link > summary').click();
  await parentPage.getByRole('button', { name: 'Get a code' }).click();
  const code = await parentPage.locator('#linking-code').innerText();
  await childPage.goto('/play/me/settings');
  await childPage.getByLabel('A parent’s code').fill(code);
  await childPage.getByRole('button', { name: 'Connect' }).click();
  await childPage.getByText(`Connected with ${email}`).waitFor();
  await assertAccessible(childPage);
  await parentPage.goto('/panel');
  await parentPage
    .locator('.child-card')
    .getByText(/Level 1/)
    .waitFor();
}

const INPUT_METHODS = [
  { inputMethod: 'touch', only: 'postgres', options: { width: 360, height: 740, hasTouch: true } },
  { inputMethod: 'mouse', only: 'sqlite', options: { width: 1280, height: 800 } },
  { inputMethod: 'keyboard', only: 'postgres', options: { width: 820, height: 1180 } },
] as const;

for (const { inputMethod, only, options } of INPUT_METHODS)
  testWithApp(
    `the child's app accepts answers to every kind of item by ${inputMethod}`,
    async (app) => {
      const { page, context, errors } = await openTab(getBrowser(), app.url, options);
      page.setDefaultTimeout(10_000);
      await register(page);
      for (const task of TASKS_WITH_ALL_ITEM_KINDS) await playTask(app, page, task, inputMethod);
      assert.deepEqual(errors, []);
      await context.close();
    },
    { only },
  );

/** Counts the attempts of all children at the task `first-sums`. */
async function countPassedAttempts({ ctx }: TestApp): Promise<number> {
  const attempts = ctx.db.selectFrom('attempts').select('id').where('task_id', '=', 'first-sums');
  return (await attempts.where('status', '=', 'passed').execute()).length;
}

async function register(page: Page): Promise<void> {
  await page.goto('/play/new');
  await page.getByRole('button', { name: '7', exact: true }).click();
  await page.getByRole('button', { name: 'Fox' }).click();
  await typePin(page, PIN);
  await page.getByRole('heading', { name: 'The same four once more' }).waitFor();
  await typePin(page, PIN);
  await page.waitForURL('**/play/home');
  await page.getByRole('heading', { name: 'Worlds' }).waitFor();
}

async function typePin(page: Page, pin: string): Promise<void> {
  await page.locator('.keypad button:enabled').first().waitFor();
  for (const digit of pin) await page.keyboard.press(digit);
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/play/me/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Who is playing?' }).waitFor();
}

/** Gives correct answers to the items of a task until its result is shown. */
async function playTask(app: TestApp, page: Page, taskId: string, inputMethod: InputMethod): Promise<void> {
  await page.goto(`/play/task/${taskId}`);
  const responses = new Map(getCorrectAnswers(app, taskId).map(({ item_id, response }) => [item_id, response]));
  for (const { id } of app.ctx.content.current.tasks.get(taskId)?.items ?? []) {
    const next = page.getByRole('button', { name: 'Next', exact: true });
    if (responses.has(id)) {
      await answer(app, page, { taskId, item_id: id, response: responses.get(id), inputMethod });
      await next.and(page.locator(':focus')).waitFor();
    }
    await activate(next, inputMethod);
  }
  await page.getByRole('heading', { name: /You did it/ }).waitFor();
}

interface AnswerToGive {
  readonly taskId: string;
  readonly item_id: string;
  readonly response: unknown;
  readonly inputMethod: InputMethod;
}

/** Answers the item that is shown and presses Check. */
async function answer(
  app: TestApp,
  page: Page,
  { taskId, item_id, response, inputMethod }: AnswerToGive,
): Promise<void> {
  const item = app.ctx.content.current.tasks.get(taskId)?.items.find(({ id }) => id === item_id);
  assert.ok(item, item_id);
  await page.getByRole('heading', { name: item.prompt.en ?? '', level: 1 }).waitFor();
  await enterAnswer(page, item, response, inputMethod);
  assert.deepEqual(await findOverflowingElements(page), [], `${taskId} ${item_id}`);
  // What axe finds does not depend on the input method.
  if (inputMethod === 'mouse') assert.deepEqual(await findAxeViolations(page), [], `${taskId} ${item_id}`);
  if (inputMethod === 'keyboard' && item.kind === 'fill_in') return page.keyboard.press('Enter');
  await activate(page.getByRole('button', { name: 'Check' }), inputMethod);
}
