import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Violations of a page in this language that axe reports, with the rule and the elements. Contrast depends on the color
 * scheme and not on the language, and the other rules the other way round, so contrast is checked in English in both
 * schemes, and the other rules in one scheme in each language.
 */
export async function findAxeViolations(page: Page, locale: string): Promise<string[]> {
  await page.evaluate(axe); // a script tag would violate the Content-Security-Policy
  const violations = await runAxe(page, { rules: { [CONTRAST]: { enabled: false } } });
  if (locale !== 'en') return violations;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const inScheme = await runAxe(page, { runOnly: [CONTRAST] });
    violations.push(...inScheme.map((violation) => `${violation} in ${colorScheme}`));
  }
  return violations;
}

const CONTRAST = 'color-contrast';

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate(async (given) => {
    const loaded = (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe; // evaluated above
    return loaded.run({ ...given, resultTypes: ['violations'] });
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Elements that overflow the page horizontally, except within scrolling or clipping containers. */
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

/** Controls below 44 px in height. Checkboxes count with their label, and some links with their card. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, select, textarea, input:not([type=hidden])')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const card = getComputedStyle(element, '::after').position === 'absolute' ? element.closest('.card') : null;
        const label = element.matches('[type=checkbox], [type=radio]') ? element.closest('label') : null;
        return (card ?? label ?? element).getBoundingClientRect().height < 44;
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
}
