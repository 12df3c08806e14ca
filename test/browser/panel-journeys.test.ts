import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { useBrowser } from '../support/browser/browser.ts';
import { findAxeViolations, findOverflowingElements, findSmallTargets } from '../support/browser/page-checks.ts';
import {
  assertPath,
  clickButton,
  openParentTab,
  PANEL_MODES,
  signIn,
  submitManagerCode,
} from '../support/browser/panel-pages.ts';
import { createSampleFamily, type SampleFamily } from '../support/family/sample-family.ts';
import { describeWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

for (const { hasJavaScript, only } of PANEL_MODES)
  describeWithApp(
    `a parent on the panel, ${hasJavaScript ? 'with' : 'without'} JavaScript`,
    (app) => {
      let family: SampleFamily;
      before(async () => {
        family = await createSampleFamily(app, { weeks: 3 });
      });

      /** A test with a new browser tab, which fails on any error that the browser reports, except the expected ones. */
      const testJourney = (name: string, run: (page: Page, miaId: string) => Promise<void>, expectedErrors?: RegExp) =>
        it(name, async () => {
          const { page, context, errors } = await openParentTab(app, getBrowser(), { hasJavaScript });
          await signIn(app, page, family);
          await run(page, family.children[0]?.id ?? '');
          assert.deepEqual(
            errors.filter((error) => !expectedErrors?.test(error)),
            [],
          );
          await context.close();
        });

      /** Follows a link and waits until its page is shown. */
      const followLink = async (page: Page, name: string, path: string) => {
        await page.getByRole('link', { name, exact: true }).first().click();
        await page.waitForURL((url) => url.pathname + url.search === path);
        await waitUntilSettled(page);
      };
      const waitUntilSettled = async (page: Page) => {
        await page.waitForLoadState();
        await page.waitForFunction(() => !document.querySelector('.htmx-request'));
      };

      testJourney('navigates from the children to one child and back, with matching URLs', async (page, miaId) => {
        assert.deepEqual(await page.locator('.child-card h2').allInnerTexts(), ['Mia', 'Amir', 'Zosia']);
        await followLink(page, 'Mia', `/panel/children/${miaId}`);
        assert.match(await page.title(), /^Mia · Overview/);
        await followLink(page, 'What is hard', `/panel/children/${miaId}/answers`);
        assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'What is hard');
        if (hasJavaScript) assert.equal(await page.locator(':focus').innerText(), 'What is hard');
        await page.goBack();
        await page.waitForURL(`**/panel/children/${miaId}`);
        await page.getByRole('heading', { name: 'This week' }).waitFor();
        await page.goForward();
        await page.waitForURL('**/answers');
        await page.getByRole('heading', { name: 'What is hard' }).waitFor();
      });

      testJourney('pages through a list and back', async (page, miaId) => {
        const path = `/panel/children/${miaId}/todos`;
        await page.goto(`${path}?per_page=2`);
        const newestEntry = await page.locator('.line .item-title').first().innerText();
        await page.getByRole('link', { name: 'Next' }).click();
        await page.waitForURL(`**${path}?page=2&per_page=2`);
        await page.getByText(/^3–\d+ of \d+$/).waitFor();
        if (hasJavaScript) assert.match(await page.locator(':focus').innerText(), /^3–/);
        assert.equal(await page.locator('h1').count(), 1);
        await page.goBack();
        await page.waitForURL(`**${path}?per_page=2`);
        await page.getByText(/^1 of \d+$/).waitFor(); // the page number
        assert.equal(await page.locator('.line .item-title').first().innerText(), newestEntry);
      });

      testJourney('assigns a to-do to two children and shows an error next to its field', async (page, miaId) => {
        await page.goto(`/panel/children/${miaId}/todos`);
        await page.locator('summary', { hasText: 'Add a to-do' }).click();
        await page.getByLabel('What needs doing?').fill('Feed the cat <b>now</b>');
        // Without `max`, the browser submits the value and the service refuses it.
        await page.locator('.more-options > summary').click();
        await page.getByLabel('XP (0–50)').evaluate((input: HTMLInputElement) => input.removeAttribute('max'));
        await page.getByLabel('XP (0–50)').fill('500');
        await page.getByLabel('Amir', { exact: true }).check();
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.locator('#assign-xp_reward-error').waitFor();
        assert.equal(await page.getByLabel('What needs doing?').inputValue(), 'Feed the cat <b>now</b>');
        assert.equal(await page.locator(':focus').getAttribute('id'), 'assign-xp_reward');
        await page.getByLabel('XP (0–50)').fill('5');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByText('To-do added: ').waitFor();
        await page.getByText('Feed the cat <b>now</b>').first().waitFor();
        const amirId = family.children[1]?.id;
        await page.goto(`/panel/children/${amirId}/todos`);
        assert.equal(await page.getByText('Feed the cat <b>now</b>').count(), 1);
      });

      testJourney(
        'stays on the plan when no child is chosen for a to-do',
        async (page) => {
          await page.goto('/panel/plan?preset=table');
          const heading = page.getByRole('heading', { level: 2, name: 'Set the table' });
          const error = page.getByText('Choose at least one child', { exact: true });
          const button = page.getByRole('button', { name: 'Add', exact: true });
          assert.equal(await error.isVisible(), false);
          const all = page.getByLabel('All children', { exact: true });
          assert.equal(await all.isChecked(), true);
          await all.uncheck();
          await button.click();
          await error.waitFor();
          if (hasJavaScript) {
            assert.equal(await page.locator(':focus').getAttribute('aria-describedby'), await error.getAttribute('id'));
            assertPath(page, '/panel/plan?preset=table');
            await page
              .locator('#assign-who')
              .evaluate((input: HTMLInputElement) => input.form?.setAttribute('novalidate', ''));
            await Promise.all([page.waitForResponse((response) => response.status() === 400), button.click()]);
            await waitUntilSettled(page);
            await page.waitForURL((url) => url.pathname === '/panel/plan');
          }
          assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Plan');
          assert.equal(await heading.count(), 1, 'the form is still compact');
          assert.equal(await page.getByLabel('What needs doing?').isVisible(), false);
          assert.equal(await error.isVisible(), true);
          assert.equal(await page.locator(':focus').getAttribute('aria-invalid'), 'true');
          assert.doesNotMatch(await page.locator('main').innerText(), /child_ids/);
          if (hasJavaScript) assert.deepEqual(await findAxeViolations(page), []);
          await page.getByLabel('Amir', { exact: true }).check();
          if (hasJavaScript) assert.equal(await error.isVisible(), false);
          await button.click();
          await page.getByText(/^To-do added: /).waitFor();
          assert.equal(new URL(page.url()).pathname, '/panel/plan');
          if (!hasJavaScript) return;
          await page.getByRole('link', { name: 'Make the bed' }).click();
          await page.getByRole('heading', { level: 2, name: 'Make the bed' }).waitFor();
          const listChosen = () =>
            page
              .locator('.who :checked')
              .evaluateAll((boxes) => boxes.map((box) => box.parentElement?.innerText.trim()));
          assert.deepEqual(await listChosen(), ['Amir'], 'the last choice');
          await all.check();
          assert.deepEqual(await listChosen(), ['All children'], 'in place of a name');
          await page.getByLabel('Mia', { exact: true }).check();
          assert.deepEqual(await listChosen(), ['Mia']);
          await page.goto('/panel/plan');
          await page.getByText('Add a to-do', { exact: true }).click();
          assert.deepEqual(await listChosen(), ['Mia']);
          await button.click();
          await page.getByText('Say what needs doing').waitFor();
          assert.equal(await page.locator(':focus').getAttribute('id'), 'assign-title');
        },
        /status of 400/,
      );

      testJourney('ticks a to-do, and undoes it after loading the page again', async (page, miaId) => {
        await page.goto(`/panel/children/${miaId}/todos`);
        const row = page.locator('.line', { hasText: 'Feed the cat' });
        await row.getByRole('button', { name: /^Mark as done: Feed the cat/ }).click();
        await page.locator('.review-outcome, .flash').first().waitFor();
        if (hasJavaScript)
          assert.match((await page.locator(':focus').getAttribute('aria-label')) ?? '', /^Undo: Feed the cat .* · Mia/);
        await page.goto(`/panel/children/${miaId}/todos`);
        await row.getByText('Approved').waitFor();
        await row.getByRole('button', { name: 'Undo' }).click();
        await page.getByText('Undone.').waitFor();
        assert.equal(await row.getByRole('button', { name: /^Mark as done/ }).count(), 1);
      });

      if (hasJavaScript)
        it('opens only pages that pass the axe, width, target size and page weight checks, even with a lot of data', async () => {
          const { page, context, errors } = await openParentTab(app, getBrowser());
          await signIn(app, page, family);
          for (const path of listPages(family)) {
            const { byteCount, requestCount } = await measurePageWeight(page, path);
            assert.ok(byteCount < 100_000, `${path}: ${byteCount} bytes without pictures`);
            assert.ok(requestCount <= 12, `${path}: ${requestCount} requests without the pictures of badges`);
            assert.deepEqual(await findAxeViolations(page), [], path);
            assert.deepEqual(await findSmallTargets(page), [], path);
            for (const width of [320, 768, 1280]) {
              await page.setViewportSize({ width, height: 740 });
              assert.deepEqual(await findOverflowingElements(page), [], `${path} at ${width} px`);
            }
            await page.setViewportSize({ width: 360, height: 740 });
          }
          assert.deepEqual(errors, []);
          await context.close();
        });

      testJourney('approves a drawing in place with a comment and a sticker', async (page, miaId) => {
        await page.goto('/panel/approvals');
        const previousPendingCount = Number(await page.locator('#approvals-count [aria-hidden]').innerText());
        const drawingCard = page.locator('article', { hasText: 'Our garden' });
        await drawingCard.getByRole('button', { name: 'Approve' }).click();
        await page.getByRole('button', { name: 'Undo' }).click();
        await page.getByText('Undone.').waitFor();
        await page.goto('/panel/approvals');
        assert.ok(
          await drawingCard
            .getByRole('img', { name: /^Picture 1/ })
            .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth > 0)),
        );
        await drawingCard.getByText('Sticker or comment').click();
        await drawingCard.getByRole('radio', { name: 'Rocket' }).check({ force: true });
        await drawingCard.getByPlaceholder('Comment (optional)').fill('What a cat!');
        await drawingCard.getByRole('button', { name: 'Approve' }).click();
        await page.locator('.review-outcome, .flash').first().waitFor();
        if (hasJavaScript) {
          assert.equal(await page.locator(':focus').innerText(), 'Undo');
          assertPath(page, '/panel/approvals');
        }
        assert.equal(
          Number(await page.locator('#approvals-count [aria-hidden]').innerText()),
          previousPendingCount - 1,
        );
        await page.goto(`/panel/children/${miaId}/submissions`);
        await page.getByText('What a cat!').waitFor();
        assert.equal(await page.getByRole('img', { name: 'Rocket' }).count(), 1);
      });

      if (hasJavaScript)
        testJourney('says beside the field what is missing when a to-do is sent back without a word', async (page) => {
          await page.goto('/panel/approvals');
          const todo = page.locator('.waiting-todos [id^=todo-]').first();
          const approve = todo.getByRole('button', { name: /^Approve/ });
          const place = await approve.boundingBox();
          await todo.locator('summary', { hasText: 'Not yet' }).click();
          await page.locator('[name=note]:focus').waitFor();
          assert.deepEqual(await approve.boundingBox(), place, 'the buttons keep their place');
          await todo.getByRole('button', { name: /^Send back/ }).click();
          await todo.getByText('Say in a few words what is missing').waitFor();
          assert.equal(await page.locator(':focus').getAttribute('aria-invalid'), 'true');
          assert.deepEqual(await findAxeViolations(page), []);
          await page.keyboard.type('The corner');
          assert.equal(await todo.getByText('Say in a few words what is missing').isVisible(), false);
          assert.equal(await todo.count(), 1, 'nothing was sent');
        });

      testJourney('approves all to-dos together, and each work by itself', async (page) => {
        await page.goto('/panel/approvals');
        const todoCount = await page.locator('.waiting-todos [id^=todo-]').count();
        assert.ok(todoCount >= 2);
        const firstTodo = page.locator('.waiting-todos [id^=todo-]').first();
        await firstTodo.getByRole('button', { name: /^Approve:/ }).click();
        await page.locator('.review-outcome, .flash').first().waitFor();
        const approveAll = page.getByRole('button', { name: `Approve all ${todoCount - 1}: To-dos` });
        if (todoCount > 2) {
          await approveAll.click();
          await page.getByText(`${todoCount - 1} approved.`).waitFor();
          if (hasJavaScript) assert.equal(await page.locator(':focus').innerText(), 'Undo');
        } else
          await page
            .getByRole('button', { name: /^Approve:/ })
            .first()
            .click();
        await page.locator('.review-outcome, .flash').first().waitFor();
        for (const [i, work] of (await page.locator('article.approval').all()).entries()) {
          await (hasJavaScript ? work : page.locator('article.approval').first())
            .getByRole('button', { name: 'Approve' })
            .click();
          if (hasJavaScript) await page.locator('.cards > li > .review-outcome').nth(i).waitFor();
        }
        await page.goto('/panel/approvals');
        await page.getByRole('heading', { name: 'You’re all caught up' }).waitFor();
        assert.equal(await page.locator('#approvals-count').isVisible(), false);
      });

      testJourney(
        'returns to the same page after signing in again when the session has ended',
        async (page, miaId) => {
          await page.goto(`/panel/children/${miaId}/todos?per_page=2`);
          await page.context().clearCookies({ name: 'session' });
          await page.getByRole('link', { name: 'Next' }).click();
          await page.waitForURL((url) => url.pathname === '/login');
          await submitManagerCode(page, await app.generateManagerCode(family.token));
          await page.waitForURL((url) => url.pathname === `/panel/children/${miaId}/todos`);
        },
        /status of 401/,
      );

      if (hasJavaScript) {
        it('shows an error when offline and changes nothing', async () => {
          const { page, context } = await openParentTab(app, getBrowser());
          await signIn(app, page, family);
          await context.setOffline(true);
          await page.getByRole('link', { name: 'Plan', exact: true }).click();
          await page.getByText('Something went wrong.').waitFor();
          assertPath(page, '/panel');
          await context.setOffline(false);

          // An error of a form stands next to its button. What was entered stays, also through another sign-in.
          const path = `/panel/children/${family.children[0]?.id}/todos`;
          await page.goto(path);
          await page.getByText('Add a to-do').click();
          await page.getByLabel('What needs doing?').fill('Oil the gate');
          await context.setOffline(true);
          const button = page.getByRole('button', { name: 'Add', exact: true });
          await button.click();
          await page.locator('#assign .form-error', { hasText: 'Something went wrong.' }).waitFor();
          await context.setOffline(false);
          await context.clearCookies({ name: 'session' });
          await button.click();
          await page.waitForURL((url) => url.pathname === '/login');
          await submitManagerCode(page, await app.generateManagerCode(family.token));
          await page.waitForURL((url) => url.pathname === path);
          assert.equal(await page.getByLabel('What needs doing?').inputValue(), 'Oil the gate');
          await button.click();
          await page.getByText('To-do added: ').waitFor();
          await context.close();
        });
      }

      // The last test, because it ends the sessions of the family.
      testJourney('signs out everywhere and sees a newly loaded login page', async (page) => {
        await page.goto('/panel/account');
        await page.getByRole('link', { name: 'Sign out everywhere' }).click();
        await clickButton(page, 'Sign out everywhere'); // waits for a navigation of the browser, not of htmx
        assertPath(page, '/login');
        await page.getByLabel('Email address').waitFor();
      });
    },
    { only },
  );

function listPages({ children: [mia, , zosia] }: SampleFamily): string[] {
  const childPages = [mia, zosia].flatMap((child) => {
    const childPath = `/panel/children/${child?.id}`;
    return ['', '/activity', '/answers', '/submissions', '/todos', '/badges'].map((section) => childPath + section);
  });
  return ['/panel', '/panel/approvals', ...childPages];
}

/** Loads a page without cache. Returns its bytes without pictures, and its number of requests without pictures of badges. */
async function measurePageWeight(page: Page, path: string): Promise<{ byteCount: number; requestCount: number }> {
  const finishedRequests: Request[] = [];
  const recordRequest = (request: Request) => void finishedRequests.push(request);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.clearBrowserCache');
  page.on('requestfinished', recordRequest);
  await page.goto(path, { waitUntil: 'networkidle' });
  page.off('requestfinished', recordRequest);
  let byteCount = 0;
  for (const request of finishedRequests.filter((request) => request.resourceType() !== 'image')) {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    byteCount += responseBodySize + responseHeadersSize;
  }
  const countedRequests = finishedRequests.filter(
    (request) => !path.endsWith('/badges') || !request.url().includes('/pictures/'),
  );
  return { byteCount, requestCount: countedRequests.length };
}
