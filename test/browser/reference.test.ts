import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useBrowser } from '../support/browser/browser.ts';
import { openParentTab } from '../support/browser/panel-pages.ts';
import { describeWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

// SQLite only: the page does not depend on the database.
describeWithApp(
  'the API reference in a browser',
  (app) => {
    it('opens, and scrolls to its end, without a layout for each endpoint', async () => {
      const { page, context } = await openParentTab(app, getBrowser());
      const devTools = await context.newCDPSession(page);
      await devTools.send('Performance.enable');
      const countLayouts = async () => {
        const { metrics } = await devTools.send('Performance.getMetrics');
        return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0;
      };
      await page.goto('/docs');
      await page.locator('nav [aria-current]').waitFor({ state: 'attached' });
      assert.ok((await page.locator('.endpoint').count()) > 45);
      // Fewer layouts than endpoints.
      const openingLayoutCount = await countLayouts();
      assert.ok(openingLayoutCount < 30, `${openingLayoutCount} layouts`);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.locator('nav li:last-child > a[aria-current]').waitFor({ state: 'attached' });
      const scrollingLayoutCount = (await countLayouts()) - openingLayoutCount;
      assert.ok(scrollingLayoutCount < 30, `${scrollingLayoutCount} layouts`);
      await context.close();
    });

    it('shows an object, the example of an error and copy buttons in an endpoint that comes into view', async () => {
      const { page, context, errors } = await openParentTab(app, getBrowser());
      await page.goto('/docs');
      const endpoint = page.locator('.endpoint:has(#post-apptasksidstart)');
      assert.equal(await endpoint.locator('a.object').count(), 1);
      assert.equal(await endpoint.locator('button').count(), 0, 'an endpoint has no buttons before it comes into view');
      await endpoint.scrollIntoViewIfNeeded();
      const objectButton = endpoint.locator('button.object', { hasText: 'Attempt' }).first();
      await objectButton.click();
      assert.equal(await objectButton.getAttribute('aria-expanded'), 'true');
      const openedObject = endpoint.locator('.opened-object');
      assert.ok((await openedObject.locator('dt').count()) > 5);
      assert.equal(await openedObject.locator('a.object').count(), 0, 'nested objects open in place as well');
      const errorExample = endpoint.getByRole('button', { name: /404/ }).first();
      await errorExample.click();
      assert.match(await endpoint.locator('.examples pre').last().innerText(), /NOT_FOUND/);
      await errorExample.click();
      assert.match(await endpoint.locator('.examples pre').last().innerText(), /"data"/);
      assert.equal(await endpoint.getByRole('button', { name: 'Copy' }).count(), 2);
      assert.deepEqual(errors, []);
      await context.close();
    });

    it('keeps the focus on a link to an object when it becomes a button', async () => {
      const { page, context } = await openParentTab(app, getBrowser());
      await page.goto('/docs');
      const link = page.locator('a.object').last();
      const name = await link.textContent();
      await link.focus();
      await page.locator('button.object:focus').waitFor();
      assert.equal(await page.locator('button.object:focus').textContent(), name);
      await context.close();
    });
  },
  { only: 'sqlite' },
);
