import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Item } from '../../src/content/index.ts';
import { IP_ADDRESS_LIMITS } from '../../src/core/quotas.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { findAxeViolations } from '../support/browser/page-checks.ts';
import { enterAnswer } from '../support/browser/play-answers.ts';
import { type PlayTab, readDeviceStorage, runJourney, signInOnDevice } from '../support/browser/play-tab.ts';
import { createPicture } from '../support/files/media.ts';
import { getCorrectAnswers } from '../support/learning/learning-client.ts';
import { CREATIVE_TASK_ID } from '../support/learning/submissions.ts';
import { waitFor } from '../support/service/wait-for.ts';
import { describeWithApp, describeWithRateLimits, type TestApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
const LESSON_ID = 'bundles-of-ten';
const OTHER_CREATIVE_TASK_ID = 'my-pattern';
const OTHER_LESSON_ID = 'what-is-alive';
const OPTIONS = { expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/ };

/** Not on PostgreSQL, because test/scenarios/http/idempotency.test.ts tests the retries of requests on both databases. */
const describeOnSqlite = (name: string, body: (app: TestApp) => void) =>
  describeWithApp(name, body, { only: 'sqlite' });

describeOnSqlite("the child's app when a response is lost", (app) => {
  it('sends a finished task once', async () => {
    const finishLessonWithoutResponse = async ({ page, context, child, open }: PlayTab) => {
      await open(`task/${LESSON_ID}`);
      await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
      let hasReachedService = false;
      await page.route('**/complete', async (route) => {
        if (!hasReachedService) await route.fetch();
        hasReachedService = true;
        await route.abort('connectionfailed');
      });
      await readLesson(app, page);
      await page.getByRole('heading', { name: 'It’s kept here' }).waitFor();
      assert.deepEqual(await listAttemptStatuses(app, child.id), ['passed']);
      await context.setOffline(true);
      await page.unroute('**/complete');
      await context.setOffline(false);
      await page.getByRole('heading', { name: /You did it/ }).waitFor(); // the result has arrived
      assert.deepEqual(await listAttemptStatuses(app, child.id), ['passed']);
      await page.getByRole('link', { name: 'Back to the map' }).click();
      await page.locator('.map-location-button').first().waitFor();
      assert.equal(await page.getByText('Your answers have arrived!').count(), 0, 'the child has seen the result');
      assert.deepEqual((await readDeviceStorage(page)).writes, {});
    };
    await runJourney(app, getBrowser(), finishLessonWithoutResponse, OPTIONS);
  });
});

describeWithRateLimits(
  "the child's app when a daily quota is used up",
  (app) => {
    it('sends later work while a drawing waits', async () => {
      const sendTodoAfterDrawing = async ({ page, child, open }: PlayTab) => {
        const otherChild = await app.registerChild();
        const form = new FormData();
        form.append('files', new Blob([new Uint8Array(await createPicture('png'))]), 'picture.png');
        const url = `${app.url}/app/tasks/${CREATIVE_TASK_ID}/submit-creative`;
        const headers = { authorization: `Bearer ${otherChild.token}` };
        await fetch(url, { method: 'POST', headers, body: form }); // counted for the IP address, which the browser shares
        const { name, maxCount: maxKilobytes } = IP_ADDRESS_LIMITS.unlinkedFileKilobytes;
        const setCount = (count: number) =>
          app.ctx.database.kysely.updateTable('counters').set({ count }).where('bucket', 'like', `${name}%`).execute();
        await setCount(maxKilobytes);
        await open(`task/${CREATIVE_TASK_ID}`);
        await page.getByRole('tab', { name: 'Draw' }).click();
        await page.getByRole('img', { name: 'Your drawing' }).click();
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByRole('heading', { name: 'It’s kept here' }).waitFor();
        await open('todos');
        await page.getByRole('textbox').fill('Feed the cat');
        await page.keyboard.press('Enter');
        await waitFor(async () => {
          const { data } = (await app.call('GET', '/app/todos', { token: child.token })).body;
          return data.length === 1;
        });
        await page.getByText('1 thing waits to be sent').waitFor();
        await setCount(0);
        await page.reload();
        await page.getByText('1 thing has been sent').waitFor();
      };
      await runJourney(app, getBrowser(), sendTodoAfterDrawing, OPTIONS);
    });

    it('sends a drawing again after its own wait, while another drawing waits longer', async () => {
      const sendTwoDrawings = async ({ page, child, open }: PlayTab) => {
        const sendDrawing = async (taskId: string) => {
          await open(`task/${taskId}`);
          await page.getByRole('tab', { name: 'Draw' }).click();
          await page.getByRole('img', { name: 'Your drawing' }).click();
          await page.getByRole('button', { name: 'Send' }).click();
          await page.getByRole('heading', { name: 'It’s kept here' }).waitFor();
        };
        /** Refuses the next requests that submit for a task, as if a quota were used up. */
        const refuseSubmissions = (taskId: string, times: number, retryAfterSeconds: number) =>
          page.route(
            `**/${taskId}/submit-creative`,
            (route) =>
              route.fulfill({
                status: 429,
                headers: { 'retry-after': String(retryAfterSeconds) },
                json: { error: { code: 'RATE_LIMITED', message: 'Too many files.' } },
              }),
            { times },
          );
        await refuseSubmissions(CREATIVE_TASK_ID, 2, 600); // opening the other task sends the drawing a second time
        await refuseSubmissions(OTHER_CREATIVE_TASK_ID, 1, 3600);
        await page.clock.install();
        await sendDrawing(CREATIVE_TASK_ID);
        await sendDrawing(OTHER_CREATIVE_TASK_ID);
        await page.clock.fastForward('11:00');
        const submission = await waitFor(() =>
          app.ctx.database.kysely
            .selectFrom('submissions')
            .select(['task_id', 'status'])
            .where('profile_id', '=', child.id)
            .executeTakeFirst(),
        );
        assert.deepEqual(submission, { task_id: CREATIVE_TASK_ID, status: 'pending_review' });
      };
      await runJourney(app, getBrowser(), sendTwoDrawings, OPTIONS);
    });
  },
  { only: 'sqlite' },
);

describeOnSqlite("the child's app on a bad network", (app) => {
  /** A test of a child on a tablet, which fails on any error that the browser reports, except those of the network. */
  const testJourney = (name: string, run: (tab: PlayTab) => Promise<void>, hasServiceWorker = false) =>
    it(name, () => runJourney(app, getBrowser(), run, { ...OPTIONS, hasServiceWorker }));
  /** A test that opens pages while there is no network. */
  const testOffline = (name: string, run: (tab: PlayTab) => Promise<void>) => testJourney(name, run, true);

  testJourney('shows what the service has refused, and why', async ({ page, context, child, open }) => {
    await open(`task/${LESSON_ID}`);
    await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
    await context.setOffline(true);
    await readLesson(app, page);
    await page.getByRole('button', { name: 'Back to the map' }).click();
    await page.getByText('1 thing waits to be sent').waitFor();
    const completion = await app.call('POST', `/app/tasks/${LESSON_ID}/complete`, { token: child.token, body: {} });
    assert.equal(completion.status, 200);
    await context.setOffline(false);
    await page.getByText('1 thing could not be sent').waitFor();
    await page.getByRole('button', { name: 'Look' }).click();
    const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Bundles of ten' });
    await row.getByText('This one is finished already').waitFor();
    await row.getByRole('button', { name: 'OK' }).click();
    await page.getByText('1 thing could not be sent').waitFor({ state: 'detached' });
    assert.deepEqual((await readDeviceStorage(page)).writes, {});
    assert.deepEqual(await listAttemptStatuses(app, child.id), ['passed']);
    await open('me/settings');
    await page.getByRole('textbox').first().fill('x'.repeat(41));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('That doesn’t fit. Change it a little and try again.').waitFor();
  });

  testOffline('plays a finished task again without a network', async ({ page, context, child, open }) => {
    await open(`task/${LESSON_ID}`);
    await readLesson(app, page);
    await page.getByRole('heading', { name: /You did it/ }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await context.setOffline(true);
    await open(`task/${LESSON_ID}`);
    await readLesson(app, page);
    await page.getByRole('heading', { name: 'It’s kept here' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: /You did it/ }).waitFor();
    assert.deepEqual(await listAttemptStatuses(app, child.id), ['passed', 'passed']);
  });

  testOffline('begins what Home suggests without a network, which it has loaded in advance', async (tab) => {
    const { page, context, open } = tab;
    const loaded = page.waitForResponse(/\/app\/tasks\/[^/]+$/);
    const paths: string[] = [];
    page.on('request', (request) => paths.push(request.url().replace(app.url, '')));
    await open('home');
    await loaded;
    await page.waitForLoadState('networkidle');
    const reads = paths.filter((path) => path.startsWith('/app/') && path !== '/app/reading'); // it is also read when the app starts
    assert.deepEqual(reads, [...new Set(reads)], 'nothing is asked twice');
    assert.ok(reads.length <= 16, `${reads}`);
    await context.setOffline(true);
    await page.getByText('No connection.').waitFor();
    const step = page.locator('a.next-step');
    const taskId = (await step.getAttribute('href'))?.split('/').at(-1);
    await step.click();
    await page.locator('.task-content').waitFor();
    assert.equal(new URL(page.url()).pathname, `/play/task/${taskId}`);
  });

  testOffline('finishes a task without a network, and tells the result later', async (tab) => {
    const { page, context, child, device, open } = tab;
    const task = app.ctx.content.current.tasks.get('first-sums');
    const responses = new Map(getCorrectAnswers(app, 'first-sums').map(({ item_id, response }) => [item_id, response]));
    const [first, second, missed, ...otherItems] = task?.items ?? [];
    assert.ok(first && second && missed?.kind === 'numeric');
    responses.set(missed.id, 987_654);
    const answer = async (item: Item, expectedHeading: string) => {
      await page.getByRole('heading', { name: item.prompt.en ?? '', level: 1 }).waitFor();
      await enterAnswer(page, item, responses.get(item.id), 'mouse');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('heading', { name: expectedHeading }).waitFor();
    };
    const nextButton = page.getByRole('button', { name: 'Next', exact: true });
    await open('world/number-garden');
    await page.getByRole('button', { name: /Garden Gate/ }).waitFor();
    // Pictures that have not been loaded when the network is lost would be missing on the map.
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    await open('task/first-sums');
    await answer(first, 'Yes, that’s right!');
    await page.reload();
    await page.getByRole('heading', { name: 'Yes, that’s right!' }).waitFor();
    await nextButton.click();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await context.setOffline(true);
    await answer(second, 'It’s kept here');
    await page.locator('.feedback .character').waitFor(); // its picture was not shown before
    const areLoaded = () => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    await page.waitForFunction(areLoaded);
    await page.reload();
    await page.getByRole('heading', { name: second.prompt.en ?? '', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'It’s kept here' }).waitFor();
    await nextButton.click();
    await page.locator('.number-entry input:focus').waitFor();
    for (const item of [missed, ...otherItems]) {
      await answer(item, 'It’s kept here');
      await nextButton.click();
    }
    await page.getByText('It will be sent as soon as there is a connection.').waitFor();
    await page.reload();
    await page.getByText('It will be sent as soon as there is a connection.').waitFor();
    await page.getByRole('button', { name: 'Back to the map' }).click();
    await page.getByRole('button', { name: /Garden Gate/ }).waitFor();
    const brokenImageCount = await page.locator('img').evaluateAll(
      (images) =>
        (images as HTMLImageElement[]).filter(
          // Only the pictures of the packs have a version in their URL.
          (img) => img.src.includes('?v=') && img.complete && img.naturalWidth === 0,
        ).length,
    );
    assert.equal(brokenImageCount, 0);
    await context.setOffline(false);
    const arrived = page.getByRole('heading', { name: 'Your answers have arrived!' });
    await arrived.waitFor();
    const count = (task?.items ?? []).length;
    const resultLink = page
      .getByRole('link', { name: `${count - 1} of ${count} right. +` })
      .filter({ hasText: 'See the ones to look at again' });
    await resultLink.waitFor();
    assert.deepEqual(await findAxeViolations(page), []);
    await page.reload();
    await resultLink.waitFor();
    await signInOnDevice(page, device, await app.registerChild({ device }));
    await open('home');
    await page.getByRole('heading', { name: 'Worlds' }).waitFor();
    assert.equal(await arrived.count(), 0, 'another child does not see it');
    await signInOnDevice(page, device, child);
    await open('home');
    await resultLink.click();
    await page.getByRole('heading', { name: /You did it/ }).waitFor();
    await page.getByRole('button', { name: missed.prompt.en ?? '' }).click();
    await page.locator('.task-content.explained').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Back to the map' }).click();
    await page.getByRole('button', { name: /Garden Gate/ }).waitFor();
    assert.equal(await arrived.count(), 0, 'the child has seen it');
    const attempts = await app.ctx.db
      .selectFrom('attempts')
      .select(['status', 'score', 'grades'])
      .where('profile_id', '=', child.id)
      .execute();
    assert.deepEqual(
      attempts.map(({ status, score }) => [status, score]),
      [['passed', 0.75]],
    );
    assert.deepEqual(
      Object.keys(JSON.parse(attempts[0]?.grades ?? '{}')),
      [first.id],
      'only the first item was graded before the completion',
    );
  });

  testOffline('keeps to-dos and creative work on a shared tablet until the same child signs in again', async (tab) => {
    const { page, context, child, device, open } = tab;
    const response = await app.call('POST', '/app/todos', { token: child.token, body: { title: 'Feed the fish' } });
    assert.equal(response.status, 201);
    await open('me/settings'); // loads what the settings show later, without a network
    await open('todos');
    await page.getByText('Feed the fish').waitFor();
    await open(`task/${CREATIVE_TASK_ID}`);
    await page.getByRole('tab', { name: 'Draw' }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await context.setOffline(true);
    await page.getByRole('textbox').fill('The fox comes home.');
    await page.getByRole('tab', { name: 'Draw' }).click();
    const canvas = page.getByRole('img', { name: 'Your drawing' });
    await canvas.click({ position: { x: 80, y: 80 } });
    await page.locator('.big-button[aria-disabled=false]', { hasText: 'Send' }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Draw', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'It’s kept here' }).waitFor();
    await open('todos');
    await page.getByRole('button', { name: 'Done: Feed the fish' }).click();
    await page.getByRole('button', { name: 'Take back: Feed the fish' }).click();
    await page.getByRole('button', { name: 'Done: Feed the fish' }).click();
    await page.getByRole('textbox').fill('Call grandma');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('3 things wait to be sent').waitFor();
    assert.deepEqual(await findAxeViolations(page), []);
    await open('me/settings');
    await page.getByText('3 things are not sent yet.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Who is playing?' }).waitFor();
    await waitFor(async () => Object.keys((await readDeviceStorage(page)).cache ?? {}).length === 0);
    const { values, writes } = await readDeviceStorage(page);
    assert.equal(values?.session, undefined);
    assert.equal(Object.keys(writes ?? {}).length, 3);
    assert.equal(await page.evaluate(() => caches.has('play-pictures')), false);

    await context.setOffline(false);
    const sibling = await app.registerChild({ device });
    await signInOnDevice(page, device, sibling);
    await open('home');
    await page.getByRole('heading', { name: 'Worlds' }).waitFor();
    assert.equal(await page.getByText(/wait to be sent|been sent/).count(), 0);
    await open(`pin/${child.id}`);
    await typePin(page, '1234');
    await page.getByText('3 things have been sent').waitFor();
    const todos = await app.ctx.db
      .selectFrom('todos')
      .select(['title', 'status'])
      .where('profile_id', '=', child.id)
      .orderBy('title')
      .execute();
    assert.deepEqual(
      todos.map(({ title, status }) => `${title}: ${status}`),
      ['Call grandma: pending', 'Feed the fish: done'],
    );
    const submissions = await app.ctx.db.selectFrom('submissions').select(['text', 'profile_id']).execute();
    assert.deepEqual(
      submissions.map(({ text, profile_id }) => [text, profile_id]),
      [['The fox comes home.', child.id]],
    );
  });

  testJourney('deletes cached data when a child signs out after the session ended', async ({ page, child, open }) => {
    await open('me');
    const signOutButton = page.getByRole('button', { name: 'Someone else plays' });
    await signOutButton.waitFor();
    await waitFor(async () => Object.keys((await readDeviceStorage(page)).cache ?? {}).length > 0);
    await app.ctx.database.kysely
      .updateTable('sessions')
      .set({ revoked_at: app.ctx.now() })
      .where('profile_id', '=', child.id)
      .execute();
    await signOutButton.click();
    await page.getByRole('heading', { name: 'Who is playing?' }).waitFor();
    await waitFor(async () => Object.keys((await readDeviceStorage(page)).cache ?? {}).length === 0);
    assert.equal((await readDeviceStorage(page)).values?.session, undefined);
  });

  testJourney(
    'keeps the current child signed in when a slow sign-in, sign-out or change of another child completes',
    async ({ page, child, device, open }) => {
      const sibling = await app.registerChild({ device });
      const otherChild = await app.registerChild({ device });
      const readSession = async () => JSON.parse((await readDeviceStorage(page)).values?.session ?? '{}');
      const goTo = (path: string) =>
        page.evaluate((newPath) => {
          history.pushState(null, '', newPath);
          dispatchEvent(new PopStateEvent('popstate'));
        }, path);
      const signIn = async (id: string) => {
        await goTo(`/play/pin/${id}`);
        await typePin(page, '1234');
        await page.waitForURL('**/play/home');
      };
      /** Delays the response to the next request of a path. Returns a function that delivers it. */
      const delayNextResponse = async (path: string) => {
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        await page.route(
          path,
          async (route) => {
            const response = await route.fetch();
            await released;
            await route.fulfill({ response });
          },
          { times: 1 },
        );
        return async () => {
          const responsePromise = page.waitForResponse(path);
          release();
          await responsePromise;
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200))); // time for the app to handle it
        };
      };

      await open('me/settings');
      const finishSignOut = await delayNextResponse('**/app/auth/logout');
      const signOutRequest = page.waitForRequest('**/app/auth/logout');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await signOutRequest;
      await signIn(sibling.id);
      await finishSignOut();
      assert.equal((await readSession()).profileId, sibling.id);

      const profileResponse = page.waitForResponse('**/app/users/me');
      await goTo('/play/me/settings');
      await profileResponse;
      const finishChange = await delayNextResponse('**/app/users/me');
      const changeRequest = page.waitForRequest('**/app/users/me');
      await page.getByRole('textbox').first().fill('Brisk Otter');
      await page.getByRole('button', { name: 'Save' }).click();
      assert.equal((await changeRequest).method(), 'PATCH');
      await signIn(child.id);
      await page.getByRole('heading', { name: 'Worlds' }).waitFor(); // after that, the home screen no longer loads and stores the name
      await finishChange();
      const { profileId, name } = await readSession();
      assert.equal(profileId, child.id);
      assert.notEqual(name, 'Brisk Otter');

      const finishSignIn = await delayNextResponse('**/app/users/me');
      await goTo(`/play/pin/${otherChild.id}`);
      const signInRequest = page.waitForRequest('**/app/users/me');
      await typePin(page, '1234');
      await signInRequest;
      await goTo('/play/me');
      await finishSignIn();
      assert.equal((await readSession()).profileId, child.id);
      assert.match(page.url(), /\/play\/me$/);
    },
  );

  testJourney('finishes a task only once when it is open in two tabs', async ({ page, context, child, open }) => {
    await open(`task/${LESSON_ID}`);
    const otherTab = await context.newPage();
    otherTab.setDefaultTimeout(20_000);
    await otherTab.goto(`/play/task/${LESSON_ID}`);
    await Promise.all([page, otherTab].map((tab) => tab.getByRole('button', { name: 'Next', exact: true }).waitFor()));
    await readLesson(app, page);
    await page.getByRole('heading', { name: /You did it/ }).waitFor();
    await readLesson(app, otherTab);
    await otherTab.getByRole('heading', { name: 'This one is finished already' }).waitFor();
    assert.deepEqual(await findAxeViolations(otherTab), []);
    assert.deepEqual(await listAttemptStatuses(app, child.id), ['passed']);

    await open(`task/${OTHER_LESSON_ID}`);
    await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
    await context.setOffline(true);
    await readLesson(app, page, OTHER_LESSON_ID);
    await otherTab.getByRole('button', { name: 'Back to the map' }).click();
    await otherTab.getByText('1 thing waits to be sent').waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: /You did it/ }).waitFor(); // any tab may send it
    await otherTab.getByText('1 thing waits to be sent').waitFor({ state: 'detached' });
    assert.deepEqual(await listAttemptStatuses(app, child.id), ['passed', 'passed']);
  });

  testJourney(
    'asks for the PIN after half an hour without use and when the session has ended, and keeps the answers of the task',
    async (tab) => {
      const { page, child } = tab;
      await page.clock.install();
      await tab.open('task/first-sums');
      const optionTwelve = page.getByRole('radio', { name: '12', exact: true });
      await page.locator('.option', { hasText: '12' }).click();
      await page.clock.fastForward('29:00');
      await page.keyboard.press('Shift');
      await page.clock.fastForward('29:00');
      assert.ok(await optionTwelve.isChecked(), 'the app was in use');
      await page.clock.fastForward('02:00');
      await typePin(page, '1234');
      await optionTwelve.waitFor();
      assert.ok(await optionTwelve.isChecked());

      const { session = '{}' } = (await readDeviceStorage(page)).values ?? {};
      const { token } = JSON.parse(session);
      assert.notEqual(token, child.token);
      assert.equal((await app.call('POST', '/app/auth/logout', { token })).status, 200);
      await page.getByRole('button', { name: 'Check' }).click();
      await typePin(page, '1234');
      await optionTwelve.waitFor();
      assert.ok(await optionTwelve.isChecked());
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('heading', { name: 'Yes, that’s right!' }).waitFor();
      assert.deepEqual(await listAttemptStatuses(app, child.id), ['in_progress']);
    },
  );

  testOffline(
    'asks for the PIN when the network is back, if the child has resumed an idle session without a network',
    async ({ page, context, child, open }) => {
      const waitUntilPinIsAsked = async () => {
        await page.clock.fastForward('31:00');
        await page.getByRole('heading', { name: /What’s your PIN/ }).waitFor();
      };
      const continueButton = page.getByRole('button', { name: 'Go on' });
      await page.clock.install();
      await open(`task/${LESSON_ID}`);
      await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await waitUntilPinIsAsked();
      await context.setOffline(true);
      await continueButton.click();
      await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
      await context.setOffline(false);
      await page.getByRole('heading', { name: /What’s your PIN/ }).waitFor();
      await context.setOffline(true);
      await continueButton.click();
      await readLesson(app, page);
      await page.getByText('It will be sent as soon as there is a connection.').waitFor();
      await page.reload();
      await page.getByText('It will be sent as soon as there is a connection.').waitFor();
      const authorizationHeaders: string[] = [];
      page.on('request', (request) => authorizationHeaders.push(request.headers().authorization ?? ''));
      await context.setOffline(false);
      await page.getByRole('heading', { name: /What’s your PIN/ }).waitFor();
      await open('home');
      await page.getByRole('heading', { name: 'Who is playing?' }).waitFor();
      assert.deepEqual(
        new Set(authorizationHeaders),
        new Set(['']),
        'no request sends the token before the child enters the PIN',
      );
      assert.deepEqual(await listAttemptStatuses(app, child.id), ['in_progress']);
      await open(`pin/${child.id}`);
      await typePin(page, '1234');
      await waitFor(async () => (await listAttemptStatuses(app, child.id)).includes('passed'));

      await open('home');
      await page.getByRole('heading', { name: 'Worlds' }).waitFor();
      await page.route('**/app/**', (route) => route.abort('connectionfailed'));
      await waitUntilPinIsAsked();
      await typePin(page, '1234');
      await continueButton.click();
      await page.getByRole('heading', { name: 'Worlds' }).waitFor();
      await page.unroute('**/app/**');
      // The next request asks for the PIN. That may already be a request of this screen, and then the link is gone.
      await page.evaluate('document.querySelector(\'a[href="/play/me"]\')?.click()');
      await typePin(page, '1234');
      await page.waitForURL(/[/]play[/](me|home)$/);
    },
  );
});

async function typePin(page: PlayTab['page'], pin: string): Promise<void> {
  await page.getByRole('heading', { name: /What’s your PIN/ }).waitFor();
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
}

async function readLesson(app: TestApp, page: PlayTab['page'], lessonId = LESSON_ID): Promise<void> {
  for (const { prompt } of app.ctx.content.current.tasks.get(lessonId)?.items ?? []) {
    await page.getByRole('heading', { name: prompt.en ?? '', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
}

async function listAttemptStatuses({ ctx }: TestApp, profileId: string): Promise<string[]> {
  const rows = await ctx.db.selectFrom('attempts').select('status').where('profile_id', '=', profileId).execute();
  return rows.map(({ status }) => status);
}
