import assert from 'node:assert/strict';
import { useBrowser } from '../support/browser/browser.ts';
import { findAxeViolations, findOverflowingElements, findSmallTargets } from '../support/browser/page-checks.ts';
import { openParentTab } from '../support/browser/panel-pages.ts';
import { assertNoInjectedMarkup } from '../support/browser/xss-payloads.ts';
import { testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

// The other browser tests rely on these reports: if the browser reported nothing, they would always pass.
testWithApp(
  'the browser reports CSP violations, script errors and missing resources',
  async (app) => {
    const { page, context, errors } = await openParentTab(app, getBrowser());
    await page.goto('/login');
    assert.deepEqual(errors, []);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="https://evil.example/a.png" onerror="alert(1)">');
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red"></p><img src="/pictures/none.svg">');
      setTimeout(() => {
        throw new Error('a script error');
      });
    });
    await page.waitForTimeout(300); // the reports arrive asynchronously
    const reportedErrors = errors.join('\n');
    for (const pattern of [/policy: img-src https:\/\/evil/, /policy: style-src-attr/, /policy: script-src-attr/])
      assert.match(reportedErrors, pattern);
    assert.match(reportedErrors, /script: Error: a script error/);
    assert.match(reportedErrors, /console: Failed to load resource: .*404/);
    await context.close();
  },
  { only: 'sqlite' },
);

testWithApp(
  'the page checks find accessibility violations, overflow and small targets',
  async (app) => {
    const { page, context } = await openParentTab(app, getBrowser());
    await page.goto('/login');
    await page.evaluate(() => {
      const picture = '<img src="/assets/icon.svg" width="500" height="10">';
      document.querySelector('.intro')?.insertAdjacentHTML('afterend', `<a href="/">${picture}</a>`);
      document.querySelector('h1')?.classList.add('faint');
      const sheet = new CSSStyleSheet();
      sheet.insertRule('.faint { color: #ccc }');
      document.adoptedStyleSheets.push(sheet);
    });
    const rules = (await findAxeViolations(page)).map((violation) => violation.split(':')[0]);
    assert.deepEqual(rules.sort(), ['color-contrast', 'image-alt', 'link-name']);
    assert.equal((await findOverflowingElements(page)).length, 2); // the link and its picture
    assert.equal((await findSmallTargets(page)).length, 1);
    await context.close();
  },
  { only: 'sqlite' },
);

testWithApp(
  'the check for injected markup finds scripts, which do not run when they are inserted as HTML',
  async (app) => {
    const { page, context, errors } = await openParentTab(app, getBrowser());
    await page.goto('/login');
    await assertNoInjectedMarkup(page, 'the login page');
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<script>alert(1)</script>'));
    assert.deepEqual(errors, []);
    await assert.rejects(assertNoInjectedMarkup(page, 'the login page'), /<script>alert/);
    await context.close();
  },
  { only: 'sqlite' },
);
