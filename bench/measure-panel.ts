import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillHistory } from './data/history.ts';
import { openPanelSession } from './load/panel-session.ts';
import { startService, stopServer } from './load/processes.ts';
import { computeMedian } from './median.ts';

// Measures every page and list of the panel for a family with three years of history: milliseconds, queries and kilobytes.
// Sends one request at a time.

const REQUESTS_PER_PAGE = Number(process.env.BENCH_REQUESTS ?? 60);
const LISTS = ['activity', 'answers', 'submissions', 'todos', 'badges', 'ledger'];

export async function measurePanel(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-panel-'));
  try {
    await stopServer(await startService(folder)); // the first start creates the tables
    const { parentToken, childId } = fillHistory(folder);
    const service = await startService(folder);
    const { url } = service;
    const cookie = await openPanelSession(url, parentToken);
    const childPath = `/panel/children/${childId}`;
    const pages = [
      '/panel',
      childPath,
      '/panel/approvals',
      `${childPath}/settings`,
      '/panel/link',
      '/panel/planets',
      '/panel/account',
      '/panel/privacy',
    ];
    for (const path of pages) await measurePage(url, path, { cookie, accept: 'text/html' });
    const lists = ['/api/children', '/api/approvals', ...LISTS.map((list) => `/api/children/${childId}/${list}`)];
    for (const path of lists) await measurePage(url, path, { cookie, accept: 'text/html', 'hx-request': 'true' });
    await stopServer(service);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measurePage(url: string, path: string, headers: Record<string, string>): Promise<void> {
  const timesMs: number[] = [];
  let bytes = 0;
  const queriesBefore = await readQueryCount(url);
  for (let i = 0; i < REQUESTS_PER_PAGE; i += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}${path}`, { headers, redirect: 'manual' });
    bytes = (await response.arrayBuffer()).byteLength;
    timesMs.push(performance.now() - startedAt);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  }
  const queriesPerRequest = ((await readQueryCount(url)) - queriesBefore) / REQUESTS_PER_PAGE;
  const medianMs = computeMedian(timesMs.slice(timesMs.length / 10)); // the first tenth of the requests warms up the service
  console.log(
    `${path.padEnd(40)} ${medianMs.toFixed(2).padStart(7)} ms   ${queriesPerRequest.toFixed(1).padStart(5)} queries   ${(bytes / 1000).toFixed(1)} kB`,
  );
}

async function readQueryCount(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^database_queries_total (\d+)/m.exec(text)?.[1]);
}
