import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Finds the violations that axe reports on a page in English, each with its rule and elements. Only contrast depends on the color
 * scheme, so it is checked in both schemes, and the other rules in one. None of them depends on the language.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeScript); // a script tag would violate the Content-Security-Policy
  await page.emulateMedia({ colorScheme: 'light' });
  const violations = await runAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const contrastViolations = await runAxe(page, { runOnly: ['color-contrast'] });
  return [...violations, ...contrastViolations.map((violation) => `${violation} in dark`)];
}

async function runAxe(page: Page, options: RunOptions = {}): Promise<string[]> {
  const { violations } = await page.evaluate(async (runOptions) => {
    const axeCore = (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe; // evaluated above
    return axeCore.run({ ...runOptions, resultTypes: ['violations'] });
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Finds elements that overflow the page horizontally, except within containers that scroll or clip their content. */
export function findOverflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        for (
          let ancestor = element.parentElement;
          ancestor && ancestor !== document.body;
          ancestor = ancestor.parentElement
        )
          if (getComputedStyle(ancestor).overflowX !== 'visible') return false;
        return true;
      })
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
      .map((element) => element.outerHTML.slice(0, 100)),
  );
}

/**
 * Finds controls that are less than 44 px high, the minimum of WCAG 2.5.5. For a checkbox, radio button or file input, the height of the label around it
 * counts, and for a link that covers its card, the height of the card.
 */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, select, textarea, input:not([type=hidden])')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const card = getComputedStyle(element, '::after').position === 'absolute' ? element.closest('.card') : null;
        const label = element.matches('[type=checkbox], [type=radio], [type=file]') ? element.closest('label') : null;
        return (card ?? label ?? element).getBoundingClientRect().height < 44;
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
}

/**
 * Waits until all animations of up to a second have ended, such as those of screens, cards and results. Longer animations are
 * decoration, and may never end.
 */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || Number(effect?.getTiming().duration) > 1000),
  );
}

/** Fails if a screen of the child's app violates an accessibility rule, overflows or has small controls. */
export async function assertAccessible(page: Page): Promise<void> {
  await waitUntilStill(page);
  assert.deepEqual(await findAxeViolations(page), []);
  assert.deepEqual(await findOverflowingElements(page), []);
  assert.deepEqual(await findSmallTargets(page), []);
}

/** Sets the size of the text of the open page, as the settings of a browser do. */
export async function setFontSize(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size}% }`);
    document.adoptedStyleSheets = [sheet];
  }, percent);
}
