import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export interface TabOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  /** BCP 47 tag; it becomes Accept-Language. */
  readonly locale?: string;
  readonly javaScript?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A tab of a browser that has never been here, and what went wrong in it. */
export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts and of the console, and everything that the content security policy stopped. */
  readonly problems: readonly string[];
}

/** One browser for the tests of a file. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  return () => {
    if (!browser) throw new Error('The browser opens before the tests and closes after them.');
    return browser;
  };
}

/** A real browser out of an npm package, so that a bare machine has one. */
export async function launchBrowser(): Promise<Browser> {
  // The package's own arguments switch the web's security off; these tests are there to see it work.
  const args = ['--no-sandbox'];
  // It is made for Linux on x64; elsewhere the Chrome of the machine does.
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.launch({ channel: 'chrome', args });
  return chromium.launch({ executablePath: await unpackedBrowser(), args });
}

export async function openTab(browser: Browser, baseURL: string, options: TabOptions = {}): Promise<Tab> {
  const { width = 360, height = 740, scheme = 'light', locale = 'en', javaScript = true, headers = {} } = options;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: scheme,
    locale,
    javaScriptEnabled: javaScript,
    extraHTTPHeaders: { ...headers },
  });
  const problems: string[] = [];
  await context.exposeBinding('reportViolation', (_source, what: string) => void problems.push(`policy: ${what}`));
  await context.addInitScript(() => {
    const report = (globalThis as unknown as { reportViolation(what: string): void }).reportViolation; // exposed above
    addEventListener('securitypolicyviolation', (event) => report(`${event.violatedDirective} ${event.blockedURI}`));
  });
  context.on('console', (message) => {
    // A page that says no is what some tests are about; a picture or font that is missing is a problem.
    const ofPage =
      message.text().startsWith('Failed to load resource') && message.location().url === message.page()?.url();
    if (!ofPage && ['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (failure) => void problems.push(`script: ${failure.error()}`));
  return { page: await context.newPage(), context, problems };
}

/**
 * Where the browser is unpacked: once for a node_modules folder. The package would unpack into the system's temporary
 * folder in place, and a second test file would start half a browser; ours is renamed into place when it is whole.
 */
async function unpackedBrowser(): Promise<string> {
  const cache = join(import.meta.dirname, '../../../node_modules/.cache');
  const home = join(cache, 'test-browser');
  if (!existsSync(home)) {
    mkdirSync(cache, { recursive: true });
    const fresh = mkdtempSync(join(cache, 'unpacking-'));
    await unpackInto(fresh);
    moveUnlessThere(fresh, home);
  }
  return join(home, 'chromium');
}

async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  const unpacking = sparticuz.executablePath(); // reads TMPDIR before it first waits
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await unpacking;
}

function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    rmSync(from, { recursive: true, force: true }); // another test file was quicker
  }
}
