import assert from 'node:assert/strict';
import type { Browser, Page, Response } from 'playwright-core';
import type { TestApp } from '../test-app.ts';
import { openTab, type Tab, type TabOptions } from './browser.ts';

let tabCount = 0;

/** A parent's browser at home: an address of its own, so that nobody else's tries count against it. */
export function openParentTab(app: TestApp, browser: Browser, viewing: TabOptions = {}): Promise<Tab> {
  tabCount += 1;
  const headers = { 'x-forwarded-for': `10.200.${tabCount >> 8}.${tabCount & 255}` };
  return openTab(browser, app.url, { ...viewing, headers });
}

export interface Family {
  readonly email: string;
  readonly token: string;
}

/** A parent who speaks `locale`, with children of these names. */
export async function registerParentWithChildren(
  app: TestApp,
  names: readonly string[],
  locale = 'en',
): Promise<Family> {
  const parent = await app.registerParent(undefined, { headers: { 'accept-language': locale } });
  const looks = app.ctx.content.current.looks;
  for (const [i, name] of names.entries()) {
    const avatar_id = looks[i % looks.length]?.id;
    const child = await app.registerChild({ body: { birth_year: 2017, language: locale, avatar_id, pin: '1234' } });
    const named = await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: name } });
    assert.equal(named.status, 200, named.text);
    const made = await app.call('POST', '/app/auth/link/generate', { token: parent.token });
    const code = made.body.data.linking_code;
    const linked = await app.call('POST', '/app/auth/link/redeem', { token: child.token, body: { code } });
    assert.equal(linked.status, 200, linked.text);
    app.advance(7); // a parent may ask for ten codes a minute
  }
  return parent;
}

/** The code that the app shows for the panel: XXXX-XXXX. */
export async function generateManagerCode(app: TestApp, { token }: Family): Promise<string> {
  const made = await app.call('POST', '/app/auth/manager-code', { token });
  assert.equal(made.status, 201, made.text);
  return made.body.data.code;
}

export async function submitManagerCode(page: Page, code: string): Promise<Response> {
  await page.getByLabel('Code from the app').fill(code);
  return clickButton(page, 'Sign in');
}

export async function requestEmailCode(page: Page, email: string): Promise<Response> {
  await page.getByLabel('Email address').fill(email);
  return clickButton(page, 'Send me a code');
}

export async function submitEmailCode(page: Page, code: string): Promise<Response> {
  await page.getByLabel('Six-digit code').fill(code);
  return clickButton(page, 'Sign in');
}

/** The page that comes of pressing a button, at the end of its redirects. */
export async function clickButton(page: Page, name: string): Promise<Response> {
  const arrives = page.waitForResponse((response) => response.request().isNavigationRequest() && !isRedirect(response));
  await page.getByRole('button', { name, exact: true }).click();
  const response = await arrives;
  await page.waitForLoadState();
  return response;
}

/** Signs in from the start, by the app's code, on an English browser. */
export async function signIn(app: TestApp, page: Page, family: Family): Promise<void> {
  await page.goto('/login');
  await submitManagerCode(page, await generateManagerCode(app, family));
  assertPath(page, '/panel');
}

export function assertPath(page: Page, path: string): void {
  const { pathname, search } = new URL(page.url());
  assert.equal(pathname + search, path);
}

function isRedirect(response: Response): boolean {
  return response.status() >= 300 && response.status() < 400;
}
