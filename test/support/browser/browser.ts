import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import sparticuz, { inflate } from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export interface TabOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** A BCP 47 tag, sent as Accept-Language. */
  readonly locale?: string;
  readonly hasJavaScript?: boolean;
  /** Whether pages can install a service worker. It fetches all files of the child's app, which takes as long as opening it. */
  readonly hasServiceWorker?: boolean;
  /** Whether the page is animated. Drawing frames all the time takes CPU time from other tests. */
  readonly hasMotion?: boolean;
  readonly hasTouch?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A new browser tab with the errors that it has reported. */
export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught exceptions, errors and warnings of the console, and violations of the Content-Security-Policy. */
  readonly errors: readonly string[];
}

/** Chromium uses the fonts of the machine, and those of its package, because it crashes without any font. */
const FONT_SETTINGS = `<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

let browser: Browser | undefined;
let launching: Promise<Browser> | undefined;

/** Starts a browser that all tests of a process share. Returns a function that tests call to get it. */
export function useBrowser(): () => Browser {
  before(async () => {
    launching ??= launchBrowser();
    browser = await launching;
  });
  after(() => browser?.close());
  return () => {
    if (!browser) throw new Error('The browser is only available while the tests run.');
    return browser;
  };
}

/** Launches a browser from an npm package, so that no browser has to be installed. */
export async function launchBrowser(): Promise<Browser> {
  // The arguments that the package recommends would disable web security, which the tests check. Instead, these arguments make
  // Chromium simulate a microphone and a camera, which pages can use without asking for permission.
  const mediaArguments = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const args = ['--no-sandbox', ...mediaArguments];
  // The package supports Linux on x64 only; other systems use their installed Chrome.
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.launch({ channel: 'chrome', args });
  const folder = await unpackBrowser();
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') };
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env });
}

export async function openTab(browser: Browser, baseURL: string, options: TabOptions = {}): Promise<Tab> {
  const {
    width = 360,
    height = 740,
    colorScheme = 'light',
    locale = 'en',
    hasJavaScript = true,
    hasTouch = false,
    headers = {},
    hasServiceWorker = false,
    hasMotion = false,
  } = options;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme,
    locale,
    javaScriptEnabled: hasJavaScript,
    serviceWorkers: hasServiceWorker ? 'allow' : 'block',
    hasTouch,
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    extraHTTPHeaders: { ...headers },
  });
  const errors: string[] = [];
  await context.exposeBinding(
    'reportViolation',
    (_source, violation: string) => void errors.push(`policy: ${violation}`),
  );
  await context.addInitScript(() => {
    const report = (globalThis as unknown as { reportViolation(violation: string): void }).reportViolation; // exposed above
    addEventListener('securitypolicyviolation', (event) => report(`${event.violatedDirective} ${event.blockedURI}`));
  });
  context.on('console', (message) => {
    // Some tests open error pages on purpose, but a missing image or font is an error.
    const isErrorPage =
      message.text().startsWith('Failed to load resource') && message.location().url === message.page()?.url();
    const isOffline = message.text().includes('ERR_INTERNET_DISCONNECTED'); // the test has disconnected the browser on purpose
    const isBlockedWorker = message.text() === 'Service Worker registration blocked by Playwright'; // `hasServiceWorker` is false
    if (!isErrorPage && !isOffline && !isBlockedWorker && ['error', 'warning'].includes(message.type()))
      errors.push(`console: ${message.text()}`);
  });
  context.on('weberror', (failure) => void errors.push(`script: ${failure.error()}`));
  return { page: await context.newPage(), context, errors };
}

/**
 * Unpacks the browser once per node_modules folder and returns its folder. Several test files can run at the same time, and the
 * package does not prevent one of them from using a browser that another one has not unpacked completely. So the browser is
 * unpacked into a temporary folder, which is renamed when it is complete.
 */
async function unpackBrowser(): Promise<string> {
  const cache = join(import.meta.dirname, '../../../node_modules/.cache');
  const browserFolder = join(cache, 'test-browser');
  if (!existsSync(browserFolder)) {
    mkdirSync(cache, { recursive: true });
    const temporaryFolder = mkdtempSync(join(cache, 'unpacking-'));
    await unpackInto(temporaryFolder);
    moveUnlessExists(temporaryFolder, browserFolder);
  }
  return browserFolder;
}

async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  const libraries = fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium')));
  // Both read TMPDIR before their first await. The libraries are those that minimal installations of Linux lack.
  const unpacking = Promise.all([sparticuz.executablePath(), inflate(libraries)]);
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await unpacking;
  writeFileSync(join(folder, 'fonts/fonts.conf'), FONT_SETTINGS);
}

function moveUnlessExists(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    rmSync(from, { recursive: true, force: true }); // another test file was faster
  }
}
