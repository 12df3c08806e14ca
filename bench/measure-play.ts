import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser/browser.ts';
import { startService, stopServer } from './load/processes.ts';
import { computeMedian } from './median.ts';

// Measures the child's app in the test browser at the speed of a cheap phone: a processor that is four times slower, and a
// network like slow 4G (1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms). The times depend on other load on the machine, so the load
// average is printed too.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CPU_SLOWDOWN = 4;
/** The latency in milliseconds and the throughput in bytes per second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** The budgets: kilobytes of scripts and styles, milliseconds for a screen and a tap, and the layout shift score. */
const BUDGETS = { scriptKb: 120, stylesKb: 30, screenMs: 1500, tapMs: 100, layoutShift: 0.05 };

export async function measurePlay(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-play-'));
  const service = await startService(folder);
  const browser = await launchBrowser();
  try {
    const allScriptsKb = await measureScriptsKb(service.url); // the page's network events lack the scripts that the service worker loads
    const rounds: Round[] = [];
    for (let i = 0; i < ROUNDS; i += 1) rounds.push(await playOnce(browser, service.url));
    const computeMedianOf = (read: (round: Round) => number) => computeMedian(rounds.map(read));
    printResult(
      'script, first screen (KB)',
      computeMedianOf(({ firstScreenSizes }) => firstScreenSizes.script),
      BUDGETS.scriptKb,
    );
    printResult('script, all screens (KB)', allScriptsKb, BUDGETS.scriptKb);
    printResult(
      'styles (KB)',
      computeMedianOf(({ firstScreenSizes }) => firstScreenSizes.styles),
      BUDGETS.stylesKb,
    );
    printResult(
      'first screen, new device (ms)',
      computeMedianOf(({ firstVisitMs }) => firstVisitMs),
      BUDGETS.screenMs,
    );
    printResult(
      'first screen, known device (ms)',
      computeMedianOf(({ secondVisitMs }) => secondVisitMs),
      BUDGETS.screenMs,
    );
    printResult(
      'slowest tap (ms)',
      computeMedianOf(({ tapDurationsMs }) => Math.max(...tapDurationsMs)),
      BUDGETS.tapMs,
    );
    printResult(
      'median tap (ms)',
      computeMedianOf(({ tapDurationsMs }) => computeMedian(tapDurationsMs)),
      BUDGETS.tapMs,
    );
    printResult(
      'layout shift',
      computeMedianOf(({ layoutShift }) => layoutShift),
      BUDGETS.layoutShift,
    );
    console.log(
      `median of ${ROUNDS} rounds, ${rounds[0]?.tapDurationsMs.length} taps each; load average ${loadavg()[0]?.toFixed(1)}`,
    );
  } finally {
    await browser.close();
    await stopServer(service);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the total transfer size of the app's scripts, in kilobytes. */
async function measureScriptsKb(url: string): Promise<number> {
  const worker = await (await fetch(`${url}/play-sw.js`)).text();
  let bytes = 0;
  for (const path of new Set(worker.match(/\/play-files\/[\w-]+\.js/g))) {
    const response = await new Promise<IncomingMessage>((resolve) => {
      get(`${url}${path}`, { headers: { 'accept-encoding': 'br' } }, resolve);
    });
    for await (const chunk of response) bytes += chunk.length;
  }
  return bytes / 1024;
}

/** Transfer sizes in kilobytes of 1,024 bytes. */
interface TransferSizes {
  script: number;
  styles: number;
}

interface Round {
  readonly firstScreenSizes: TransferSizes;
  /** The milliseconds from the start of the navigation until the heading is painted, on a new device. */
  readonly firstVisitMs: number;
  /** The same for a second visit, after the child has registered. */
  readonly secondVisitMs: number;
  /** The milliseconds from each tap to the next paint, as the Event Timing API measures them. */
  readonly tapDurationsMs: readonly number[];
  /** The cumulative layout shift of all screens. */
  readonly layoutShift: number;
}

/** Plays one round: a new child opens the app on a new device, registers and begins a task. */
async function playOnce(browser: Browser, url: string): Promise<Round> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    locale: 'en',
  });
  const page = await context.newPage();
  await page.addInitScript(observePage);
  const devtools = await context.newCDPSession(page);
  const sizes = await trackTransferSizes(devtools);
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto('/play');
  const firstVisitMs = await waitForPaint(page);
  const firstScreenSizes = { ...sizes };
  await register(page);
  await page.goto('/play');
  const secondVisitMs = await waitForPaint(page);
  await page.goto('/play/home');
  await page.getByRole('heading', { name: 'Worlds' }).waitFor();
  await page.locator('.tabs a').nth(1).tap();
  await page.getByRole('heading', { name: 'To-dos', level: 1 }).waitFor();
  await page.locator('.tabs a').nth(0).tap();
  await page.locator('a.world-card').first().tap();
  await page.locator('.map-location-button').first().tap();
  await page.getByRole('dialog').getByRole('link').first().tap();
  await page.locator('.task-content').waitFor();
  await page.waitForLoadState('networkidle');
  const { tapDurationsMs, layoutShift } = await page.evaluate(readObservations);
  await context.close();
  return { firstScreenSizes, firstVisitMs, secondVisitMs, tapDurationsMs, layoutShift };
}

async function register(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'I’m new' }).tap();
  await page.getByRole('button', { name: '7', exact: true }).tap();
  await page.getByRole('button', { name: 'Fox' }).tap();
  for (const title of ['Choose four digits', 'The same four once more']) {
    await page.getByRole('heading', { name: title }).waitFor();
    for (const digit of '4071') await page.getByRole('button', { name: digit, exact: true }).tap();
  }
  await page.getByRole('heading', { name: 'Worlds' }).waitFor();
}

/** Returns an object in which the kilobytes of scripts and styles increase while the page receives them. */
async function trackTransferSizes(devtools: CDPSession): Promise<TransferSizes> {
  const sizes = { script: 0, styles: 0 };
  const kinds = new Map<string, keyof TransferSizes>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') kinds.set(requestId, 'script');
    if (type === 'Stylesheet') kinds.set(requestId, 'styles');
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) sizes[kind] += encodedDataLength / 1024;
  });
  await devtools.send('Network.enable');
  return sizes;
}

interface Observations {
  paintedAtMs?: number;
  tapDurationsMs: number[];
  layoutShift: number;
}

/** Runs in the page before the page's scripts. Stores the observations in sessionStorage, so that they survive navigation. */
function observePage(): void {
  const stored = sessionStorage.getItem('observations');
  const observations: Observations = stored ? JSON.parse(stored) : { tapDurationsMs: [], layoutShift: 0 };
  delete observations.paintedAtMs;
  const save = () => sessionStorage.setItem('observations', JSON.stringify(observations));
  save();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'click') observations.tapDurationsMs.push(entry.duration);
    save();
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) observations.layoutShift += entry.value;
    save();
  }).observe({ type: 'layout-shift', buffered: true });
  const headingObserver = new MutationObserver(() => {
    if (!document.querySelector('h1')) return;
    headingObserver.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => {
        observations.paintedAtMs = performance.now();
        save();
      }),
    );
  });
  headingObserver.observe(document, { childList: true, subtree: true });
}

function readObservations(): Observations {
  return JSON.parse(sessionStorage.getItem('observations') ?? '');
}

/** Waits until the heading is painted, and returns the milliseconds from the start of the navigation until then. */
async function waitForPaint(page: Page): Promise<number> {
  await page.waitForFunction(
    () => JSON.parse(sessionStorage.getItem('observations') ?? '{}').paintedAtMs !== undefined,
  );
  return (await page.evaluate(readObservations)).paintedAtMs ?? Number.NaN;
}

function printResult(name: string, value: number, budget: number): void {
  const digits = budget < 1 ? 3 : budget < 200 ? 1 : 0;
  console.log(
    `${name.padEnd(34)} ${value.toFixed(digits).padStart(8)}   budget ${String(budget).padStart(5)}   ${value <= budget ? 'ok' : 'EXCEEDED'}`,
  );
}
