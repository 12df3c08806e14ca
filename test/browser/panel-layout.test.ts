import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { addDays } from '../../src/core/time/days.ts';
import { type Tab, useBrowser } from '../support/browser/browser.ts';
import {
  findAxeViolations,
  findOverflowingElements,
  findSmallTargets,
  setFontSize,
} from '../support/browser/page-checks.ts';
import {
  assertPath,
  createAddressHeaders,
  openParentTab,
  registerParentWithChildren,
  signIn,
  type TestParent,
} from '../support/browser/panel-pages.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { registerTodoFamily } from '../support/family/todos.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
let app: TestApp;

const LONG_NAME = 'Wilhelmina-Maximiliana Konstantinopolska'; // 40 characters
const UNUSUAL_NAMES = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{alert(1)}}</h2><h2>',
  LONG_NAME,
  'W'.repeat(40),
];
const TWENTY_NAMES = [...UNUSUAL_NAMES, ...Array.from({ length: 15 }, (_, i) => `Child ${i + 1}`)];

// SQLite only: the appearance of a page does not depend on the database.
describe('layout of pages', () => {
  before(async () => {
    app = await startTestApp('sqlite', { env: { RATE_LIMITS: 'on' } });
    app.ctx.content.current = loadAllPacks();
  });
  after(() => app.close());

  for (const locale of LANGUAGES)
    describe(`in one language (${locale})`, () => {
      // A new tab takes as long as opening three pages, so these tests share one.
      let tab: Tab;
      before(async () => {
        tab = await openParentTab(app, getBrowser(), { locale });
      });
      after(() => tab.context.close());

      for (const [pageState, openPage] of Object.entries(createPageOpeners()))
        it(`${pageState} is accessible, fits the width and has large enough targets`, async () => {
          const { page, context, errors } = tab;
          const errorCount = errors.length;
          await context.clearCookies();
          await context.setExtraHTTPHeaders(createAddressHeaders());
          await page.setViewportSize({ width: 360, height: 740 });
          await openPage(page, app, locale);
          assert.equal(await page.locator('html').getAttribute('lang'), locale);
          if (locale === 'en') assert.deepEqual(await findAxeViolations(page), []);
          for (const width of [320, 360, 768, 1280]) {
            await page.setViewportSize({ width, height: 740 });
            assert.deepEqual(await findOverflowingElements(page), [], `${width} px`);
          }
          assert.deepEqual(await findSmallTargets(page), []);
          assert.deepEqual(errors.slice(errorCount), []);
        });
    });

  for (const locale of LANGUAGES)
    it(`the navigation shows each name on one line (${locale})`, async () => {
      const { page, context } = await openParentTab(app, getBrowser(), { locale });
      await openPanel(page, app, await registerParentWithChildren(app, ['Mia'], locale));
      for (const width of [700, 768, 900, 1024]) {
        await page.setViewportSize({ width, height: 740 });
        const heights = await page
          .locator('.main-nav a > span:first-of-type')
          .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height));
        assert.equal(heights.length, 5);
        // A name on two lines would be more than 30 px high.
        assert.ok(Math.max(...heights) < 30, `${heights.join(', ')} px high at ${width} px`);
      }
      for (const fontSize of [100, 200]) {
        await setFontSize(page, fontSize);
        for (const width of [320, 390, 768]) {
          await page.setViewportSize({ width, height: 740 });
          assert.deepEqual(
            await findBrokenTexts(page, '.main-nav a > span:first-of-type'),
            [],
            `${fontSize} % at ${width} px`,
          );
          const [size, height] = await page.evaluate(() => {
            const [nav, link] = [document.querySelector('.main-nav'), document.querySelector('.main-nav a')];
            return nav && link ? [getComputedStyle(link).fontSize, nav.getBoundingClientRect().height] : [];
          });
          assert.equal(Number.parseFloat(String(size)), (13 * fontSize) / 100, 'the names grow with the text');
          const maxHeight = fontSize > 100 && width < 700 ? 140 : 80; // large names have two rows
          assert.ok(height !== undefined && height <= maxHeight, `${height} px at ${width} px`);
        }
      }
      await context.close();
    });

  it('names of children and figures of a week are whole on a narrow screen and with large text', async () => {
    const { child, parent, assign, todos } = await registerTodoFamily(app);
    const sibling = await app.registerChild();
    await app.linkChild(parent.token, sibling.token);
    for (const [token, display_name] of [
      [child.token, 'Mia'],
      [sibling.token, 'Alexandra'],
    ])
      await app.call('PATCH', '/app/users/me', { token, body: { display_name } });
    const today = app.ctx.now().slice(0, 10);
    const week = Array.from({ length: 7 }, (_, i) => addDays(today, -i));
    await app.ctx.write(async ({ db }) => {
      for (const profile_id of [child.id, sibling.id])
        await db
          .insertInto('progress_days')
          .values(week.map((day) => ({ profile_id, day, xp: 105, tasks: 1, seconds: 60, active: 1 })))
          .execute();
    });
    await todos.setStatus(await assign({ requires_approval: false }), 'done');
    await todos.setStatus(await assign({}), 'done');
    const { page, context } = await openParentTab(app, getBrowser());
    await openPanel(page, app, parent);
    assert.equal(await page.locator('.glance-waiting').count(), 1);
    for (const language of LANGUAGES) {
      await app.call('PATCH', '/app/users/me', { token: parent.token, body: { language } });
      await page.reload();
      for (const fontSize of [100, 200]) {
        await setFontSize(page, fontSize);
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 740 });
          for (const texts of [
            '.glance-name bdi',
            '.glance-waiting span',
            '.child-card bdi',
            '.bar .value',
            '.count > [aria-hidden]',
          ])
            assert.deepEqual(
              await findBrokenTexts(page, texts),
              [],
              `${texts} with ${fontSize} % at ${width} px (${language})`,
            );
        }
      }
    }
    await context.close();
  });

  it('the button of the form for a to-do is above the navigation, and each child has its picture', async () => {
    const { page, context } = await openParentTab(app, getBrowser(), { width: 390, height: 664 });
    await openPanel(page, app, await registerParentWithChildren(app, ['Mia', 'Leo', 'Sofia']));
    await page.goto('/panel/plan?preset=bag');
    const button = await page.locator('.assign form > .button').boundingBox();
    const navigation = await page.locator('.main-nav').boundingBox();
    assert.ok(button && navigation && button.y + button.height <= navigation.y, 'reachable without scrolling');
    const idea = await page.locator('.presets [aria-current]').boundingBox();
    assert.ok(idea && idea.x >= 0 && idea.x + idea.width <= 390, 'the chosen idea is in sight');
    for (const path of ['/panel/plan', '/panel/approvals', '/panel/account']) {
      await page.goto(path);
      assert.equal(await page.locator('.chips img:visible').count(), 3, path);
    }
    await context.close();
  });

  it('to-dos with open steps fit a narrow screen with large text', async () => {
    const { child, parent, assign, todos } = await registerTodoFamily(app);
    await app.call('PATCH', '/app/users/me', {
      token: child.token,
      body: { display_name: 'Unforgettable Hippopotamus' },
    });
    const checklist = [{ text: 'Bed' }, { text: 'Desk', done: true }];
    for (const title of ['Tidy up', 'Sweep the hall', 'Sweep the hall'])
      await todos.setStatus(await assign({ title, checklist }), 'done');
    for (const title of ['Feed the cat', 'Water the fern']) await todos.setStatus(await assign({ title }), 'done');
    for (const locale of LANGUAGES) {
      const { page, context } = await openParentTab(app, getBrowser(), { locale });
      await addSession(context, app, parent);
      await page.goto('/panel/approvals');
      await setFontSize(page, 200);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 740 });
        assert.deepEqual(await findOverflowingElements(page), [], `${locale} at ${width} px`);
      }
      await page.locator('.send-back > summary:visible').last().click();
      await page.locator('.send-back[open] button:focus').waitFor(); // the word is optional, so no keyboard opens
      await context.close();
    }
  });

  it('the buttons of a group count the to-dos that still wait', async () => {
    const { parent, assign, todos } = await registerTodoFamily(app);
    for (const checklist of [[], [], [{ text: 'Bed' }], [{ text: 'Bed' }]])
      await todos.setStatus(await assign({ title: 'Tidy up', checklist }), 'done');
    const { page, context } = await openParentTab(app, getBrowser());
    await signIn(app, page, parent);
    await page.goto('/panel/approvals');
    for (const name of ['Approve all ', 'Not yet for all ']) {
      const group = page.locator('.line:has(.repeat)', { hasText: `${name}2` });
      await group.getByText('One by one').click();
      await group
        .locator('.repeat')
        .first()
        .getByRole('button', { name: /^Approve:/ })
        .click();
      await page.locator('.line:has(.repeat)', { hasText: `${name}1` }).waitFor();
    }
    await page
      .locator('.repeat:not(.review-outcome)')
      .first()
      .getByRole('button', { name: /^Approve:/ })
      .click();
    await page.getByText('Approve all').first().waitFor({ state: 'detached' }); // of the group, and of all
    await page.getByText('Not yet for all 1').click();
    await page.locator('.send-back[open] button:focus').click();
    await page.getByText(': 1 sent back.').first().waitFor();
    assert.equal(await page.locator('#approvals-count').isVisible(), false);
    await context.close();
  });

  // In Ukrainian, whose letters take two bytes.
  it('the login page and the panel of four children load with at most 12 requests and 105 kB', async () => {
    const locale = 'uk';
    const parent = await registerParentWithChildren(app, ['Mia', 'Leo', 'Zoe', 'Max'], locale);
    const loginLoad = await loadWithoutCache(locale, '/login');
    const panelLoad = await loadWithoutCache(locale, '/panel', parent);
    for (const { requestUrls, byteCount } of [loginLoad, panelLoad]) {
      assert.equal(new Set(requestUrls).size, requestUrls.length, `nothing is fetched twice: ${requestUrls}`);
      assert.ok(requestUrls.length <= 12, `${requestUrls.length} requests: ${requestUrls}`);
      assert.ok(byteCount < 105_000, `${byteCount} bytes without pictures`);
    }
  });
});

/**
 * Creates the functions that open the pages to check, by page and state. They find forms by attributes, because texts differ by
 * language.
 */
function createPageOpeners(): Record<string, (page: Page, app: TestApp, locale: string) => Promise<void>> {
  return {
    'the login page': async (page) => void (await page.goto('/login')),
    'the login page after a wrong manager code': async (page) => {
      await page.goto('/login');
      await submitLoginForm(page, 'manager-code', 'WRNG-C0DE');
    },
    'the login page after an invalid email address': async (page) => {
      await page.goto('/login');
      await submitLoginForm(page, 'email', 'nobody@invalid');
    },
    'the login page after a request for an emailed code': async (page, app, locale) => {
      await page.goto('/login');
      await submitLoginForm(page, 'email', (await registerParentWithChildren(app, [], locale)).email);
    },
    'the login page after a wrong emailed code': async (page, app, locale) => {
      await page.goto('/login');
      await submitLoginForm(page, 'email', (await registerParentWithChildren(app, [], locale)).email);
      await submitLoginForm(page, 'email-code', 'wrong');
    },
    'the page after too many attempts': async (page) => {
      await page.goto('/login');
      for (let i = 0; i < 5; i += 1) await submitLoginForm(page, 'manager-code', 'WRNG-C0DE');
      await submitLoginForm(page, 'manager-code', 'WRNG-C0DE');
      assert.equal(await page.locator('form').count(), 0);
    },
    'the page of an unknown URL': async (page) => void (await page.goto('/nowhere')),
    'the panel without children': async (page, app, locale) =>
      openPanel(page, app, await registerParentWithChildren(app, [], locale)),
    'the panel with one child': async (page, app, locale) =>
      openPanel(page, app, await registerParentWithChildren(app, ['Mia'], locale)),
    'the page of a child with every skill': async (page, app, locale) => {
      await openPanel(page, app, await registerParentWithChildren(app, ['Mia'], locale));
      await page.locator('main a[href^="/panel/children/"]').first().click();
      await page.waitForURL('**/panel/children/*');
      await addMemories(app, page.url().split('/').at(-1) ?? '');
      await page.reload();
      await page.locator('.skills details').evaluateAll((worlds) => {
        for (const world of worlds) (world as HTMLDetailsElement).open = true; // the selector matches only this type of element
      });
    },
    'the page with the phrases to record': async (page, app, locale) => {
      await openPanel(page, app, await registerParentWithChildren(app, ['Mia'], locale));
      await page.goto('/panel/recordings/guide');
    },
    'the panel with twenty children': async (page, app, locale) =>
      openPanel(page, app, await registerParentWithChildren(app, TWENTY_NAMES, locale)),
  };
}

/**
 * Gives a child a memory of each skill of all packs. In turn, the skills are growing, steady and mastered, because their
 * `proven_days` differ. Every other skill is due today.
 */
async function addMemories(app: TestApp, profile_id: string): Promise<void> {
  const today = app.ctx.now().slice(0, 10);
  const rows = [...app.ctx.content.current.skills.keys()].map((subject, i) => ({
    profile_id,
    subject,
    stability: 5,
    difficulty: 5,
    reviewed_on: addDays(today, -1),
    due_on: addDays(today, i % 2),
    ability: 0,
    asked: 8,
    proven_days: [0, 4, 14][i % 3] ?? 0,
    in_row: 2,
  }));
  await app.ctx.write(({ db }) => db.insertInto('memories').values(rows).execute());
}

async function openPanel(page: Page, app: TestApp, parent: TestParent): Promise<void> {
  await addSession(page.context(), app, parent);
  await page.goto('/panel');
  assertPath(page, '/panel');
}

/** Signs in without the login page, which has tests of its own. */
async function addSession(context: BrowserContext, app: TestApp, parent: TestParent): Promise<void> {
  // Only the session cookie is set, because Playwright refuses to set a __Host- cookie over HTTP, even on loopback.
  const [, value = ''] = /session=([^;]+)/.exec(await app.openPanelSession(parent.token)) ?? [];
  await context.addCookies([{ name: 'session', value, url: app.url, secure: true, sameSite: 'Strict' }]);
}

async function submitLoginForm(
  page: Page,
  form: 'manager-code' | 'email' | 'email-code',
  value: string,
): Promise<void> {
  const formLocator = page.locator(`form[action="/login/${form}"]`).first();
  const field = formLocator.locator('input:not([type=hidden])');
  if (!(await field.isVisible())) await page.locator('summary').click();
  await field.fill(value);
  await Promise.all([page.waitForEvent('load'), formLocator.locator('button').first().click()]);
}

/** The texts that are on more than one line, cut off, outside the screen or on top of another one. */
async function findBrokenTexts(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) => {
    const texts = elements
      .filter((element) => element.textContent)
      .map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return { element, lineCount: range.getClientRects().length, box: range.getBoundingClientRect() };
      });
    return texts.flatMap(({ element, lineCount, box }) => {
      const isCovered = texts.some(
        (other) =>
          other.element !== element &&
          other.box.left < box.right &&
          box.left < other.box.right &&
          other.box.top < box.bottom &&
          box.top < other.box.bottom,
      );
      const isCutOff = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth;
      const isOutside = box.left < 0 || box.right > innerWidth;
      return lineCount > 1 || isCovered || isCutOff || isOutside ? [element.textContent ?? ''] : [];
    });
  });
}

async function loadWithoutCache(locale: string, path: string, parent?: TestParent) {
  const { page, context, errors } = await openParentTab(app, getBrowser(), { locale });
  if (parent) await addSession(context, app, parent);
  const finishedRequests: Request[] = [];
  page.on('requestfinished', (request) => void finishedRequests.push(request));
  await page.goto(path, { waitUntil: 'networkidle' });
  assertPath(page, path);
  let byteCount = 0;
  for (const request of finishedRequests.filter((request) => request.resourceType() !== 'image')) {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    byteCount += responseBodySize + responseHeadersSize;
  }
  assert.deepEqual(errors, []);
  await context.close();
  return { requestUrls: finishedRequests.map((request) => request.url()), byteCount };
}
