import { writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { launchBrowser, type TabOptions } from '../test/support/browser/browser.ts';
import { openParentTab, signIn } from '../test/support/browser/panel-pages.ts';
import { createDemoFamily, type DemoFamily } from '../test/support/family/demo-family.ts';
import { startTestApp, WITHOUT_RATE_LIMITS } from '../test/support/test-app.ts';

// Draws docs/panel.png, the README's picture, from the real service on a temporary folder:
//   npx node scripts/screenshot-panel.ts [target.png]

const target = process.argv[2] ?? new URL('../docs/panel.png', import.meta.url);
const app = await startTestApp('sqlite', WITHOUT_RATE_LIMITS);
const browser = await launchBrowser();
try {
  const family = await createDemoFamily(app);
  const mia = family.children[0]?.id;
  const wide = await photograph(family, { width: 760, height: 620 }, '/panel');
  const phone = await photograph(family, { width: 360, height: 660, scheme: 'dark' }, `/panel/children/${mia}`);
  writeFileSync(target, await compose(browser, wide, phone));
} finally {
  await browser.close();
  await app.close();
}

async function photograph(family: DemoFamily, viewing: TabOptions, path: string): Promise<Buffer> {
  const { page, context } = await openParentTab(app, browser, viewing);
  await signIn(app, page, family);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

/** A wide window by day, and a phone in the evening. */
async function compose(browser: Browser, wide: Buffer, phone: Buffer): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
  const source = (picture: Buffer) => `data:image/png;base64,${picture.toString('base64')}`;
  await page.setContent(`<style>
    body { margin: 0; background: #f3d9c3 }
    img { position: absolute; border-radius: 24px }
    .wide { left: 40px; top: 65px }
    .phone { right: 40px; top: 37px; border: 8px solid #0d0b09; border-radius: 40px }
  </style><img class="wide" src="${source(wide)}"><img class="phone" src="${source(phone)}">`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  return page.screenshot();
}
