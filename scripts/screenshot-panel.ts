import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser, type TabOptions } from '../test/support/browser/browser.ts';
import { openParentTab, signIn } from '../test/support/browser/panel-pages.ts';
import { loadAllPacks } from '../test/support/content/packs.ts';
import { createSampleFamily, type SampleFamily } from '../test/support/family/sample-family.ts';
import { startTestApp } from '../test/support/test-app.ts';

// Creates docs/panel.png, the picture in the README, from the real service with a temporary data folder:
//   npx node scripts/screenshot-panel.ts [output.png]

const { positionals } = parseArgs({ allowPositionals: true }); // refuses options, which are no names of files
const outputFile = positionals[0] ?? new URL('../docs/panel.png', import.meta.url);
const app = await startTestApp('sqlite');
app.ctx.content.current = loadAllPacks(); // the children would complete the small packs of tests within weeks
const browser = await launchBrowser();
try {
  const family = await createSampleFamily(app);
  const mia = family.children[0]?.id;
  const wide = await takeScreenshot(family, { width: 760, height: 620 }, '/panel');
  const phone = await takeScreenshot(
    family,
    { width: 360, height: 660, colorScheme: 'dark' },
    `/panel/children/${mia}`,
  );
  writeFileSync(outputFile, await composePicture(browser, wide, phone));
} finally {
  await browser.close();
  await app.close();
}

async function takeScreenshot(family: SampleFamily, options: TabOptions, path: string): Promise<Buffer> {
  const { page, context } = await openParentTab(app, browser, options);
  await signIn(app, page, family);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const screenshot = await page.screenshot();
  await context.close();
  return screenshot;
}

/** Creates a picture of a wide window in the light color scheme and a phone in the dark color scheme. */
async function composePicture(browser: Browser, wide: Buffer, phone: Buffer): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
  const toDataUrl = (picture: Buffer) => `data:image/png;base64,${picture.toString('base64')}`;
  await page.setContent(`<style>
    body { margin: 0; background: #f3d9c3 }
    img { position: absolute; border-radius: 24px }
    .wide { left: 40px; top: 65px }
    .phone { right: 40px; top: 37px; border: 8px solid #0d0b09; border-radius: 40px }
  </style><img class="wide" src="${toDataUrl(wide)}"><img class="phone" src="${toDataUrl(phone)}">`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  return page.screenshot();
}
