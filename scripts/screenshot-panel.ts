import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { getTotals } from '../src/features/progress/index.ts';
import { browserAtHome, signIn } from '../test/panel/people.ts';
import { launchBrowser, type Viewing } from '../test/support/browser.ts';
import { openWorld, type World } from '../test/support/world.ts';

// Draws docs/panel.png, the README's picture, from the real service on a temporary folder:
//   node scripts/screenshot-panel.ts [target.png]

interface Shown {
  readonly name: string;
  readonly look: string;
  readonly xp: number;
  readonly wears: Readonly<Record<string, string>>;
}

const CHILDREN: readonly Shown[] = [
  { name: 'Mia', look: 'ocean', xp: 1490, wears: { hat: 'flower-crown', shirt: 'hoodie-coral' } },
  { name: 'Amir', look: 'comet', xp: 690, wears: { hat: 'cap-coral' } },
  { name: 'Zosia', look: 'maple', xp: 85, wears: { hat: 'sun-hat-straw' } },
];

const target = process.argv[2] ?? new URL('../docs/panel.png', import.meta.url);
const world = await openWorld('sqlite');
const browser = await launchBrowser();
try {
  const parent = await world.registerParent();
  for (const child of CHILDREN) await bringUp(child, parent.token);
  const wide = await photograph(parent, { width: 680, height: 460 });
  const phone = await photograph(parent, { width: 360, height: 600, scheme: 'dark' });
  writeFileSync(target, await compose(browser, wide, phone));
} finally {
  await browser.close();
  await world.close();
}

/** A child who has registered, learnt so much, dressed as that allows, and been linked. */
async function bringUp({ name, look, xp, wears }: Shown, parentToken: string): Promise<void> {
  const { id, token } = await world.registerChild({
    body: { birth_year: 2017, language: 'en', avatar_id: look, pin: '1234' },
  });
  const totals = { ...(await getTotals(world.ctx.db, id)), profile_id: id, xp_total: xp };
  await world.ctx.write((tx) => tx.insertInto('totals').values(totals).execute());
  await call('PATCH', '/app/users/me', token, { display_name: name });
  await call('PATCH', '/app/avatar', token, wears);
  const { linking_code: code } = await call('POST', '/app/auth/link/generate', parentToken);
  await call('POST', '/app/auth/link/redeem', token, { code });
  world.pass(1); // children stand in the order in which they were linked
}

async function call(method: string, path: string, token: string, body?: object) {
  const answer = await world.call(method, path, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
}

async function photograph(parent: Awaited<ReturnType<World['registerParent']>>, viewing: Viewing): Promise<Buffer> {
  const { page, context } = await browserAtHome(world, browser, viewing);
  await signIn(world, page, parent);
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
    .wide { left: 48px; top: 145px }
    .phone { right: 48px; top: 67px; border: 8px solid #0d0b09; border-radius: 40px }
  </style><img class="wide" src="${source(wide)}"><img class="phone" src="${source(phone)}">`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  return page.screenshot();
}
