import assert from 'node:assert/strict';
import type { Browser, Page, Response } from 'playwright-core';
import type { TestApp } from '../test-app.ts';
import { openTab, type Tab, type TabOptions } from './browser.ts';

let addressCount = 0;

/** The panel is used in both modes and on both databases, but not in all combinations: what a browser does depends on neither. */
export const PANEL_MODES = [
  { hasJavaScript: true, only: 'sqlite' },
  { hasJavaScript: false, only: 'postgres' },
] as const;

/** Opens a tab with a new client IP address. */
export function openParentTab(app: TestApp, browser: Browser, options: TabOptions = {}): Promise<Tab> {
  return openTab(browser, app.url, { ...options, headers: createAddressHeaders() });
}

/** Creates the header of a new client IP address, so that tests do not share rate limits. */
export function createAddressHeaders(): Record<string, string> {
  addressCount += 1;
  return { 'x-forwarded-for': `10.200.${addressCount >> 8}.${addressCount & 255}` };
}

export interface TestParent {
  readonly email: string;
  readonly token: string;
}

/** Registers a parent and children with these names and this language, and links them. */
export async function registerParentWithChildren(
  app: TestApp,
  names: readonly string[],
  locale = 'en',
): Promise<TestParent> {
  const parent = await app.registerParent(undefined, { headers: { 'accept-language': locale } });
  const { starterLooks } = app.ctx.content.current;
  for (const [i, name] of names.entries()) {
    const avatar_id = starterLooks[i % starterLooks.length]?.id;
    const child = await app.registerChild({ body: { birth_year: 2017, language: locale, avatar_id, pin: '1234' } });
    const response = await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: name } });
    assert.equal(response.status, 200, response.text);
    await app.linkChild(parent.token, child.token);
    app.advance(7); // a parent may generate ten codes a minute
  }
  return parent;
}

export async function submitManagerCode(page: Page, code: string): Promise<Response> {
  const field = page.getByLabel('Code from the app');
  if (!(await field.isVisible())) await page.getByText('I have a code from an app').click();
  await field.fill(code);
  return clickButton(page, 'Sign in');
}

export async function requestEmailCode(page: Page, email: string): Promise<Response> {
  await page.getByLabel('Email address').fill(email);
  return clickButton(page, 'Send me a code');
}

export async function submitEmailCode(page: Page, code: string): Promise<Response> {
  await page.getByLabel('Six-digit code').fill(code);
  return clickButton(page, 'Continue');
}

/** Clicks a button and returns the response after all redirects. */
export async function clickButton(page: Page, name: string): Promise<Response> {
  const navigation = page.waitForResponse(
    (response) => response.request().isNavigationRequest() && !isRedirect(response),
  );
  await page.getByRole('button', { name, exact: true }).click();
  const response = await navigation;
  await page.waitForLoadState();
  return response;
}

/** Signs in with a manager code, in English. */
export async function signIn(app: TestApp, page: Page, parent: TestParent): Promise<void> {
  await page.goto('/login');
  await submitManagerCode(page, await app.generateManagerCode(parent.token));
  assertPath(page, '/panel');
}

export function assertPath(page: Page, path: string): void {
  const { pathname, search } = new URL(page.url());
  assert.equal(pathname + search, path);
}

function isRedirect(response: Response): boolean {
  return response.status() >= 300 && response.status() < 400;
}
