import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillHistory } from './data/history.ts';
import { median, startService, stop } from './load/processes.ts';

// Measures every page and list of the panel for a family with three years of history: milliseconds, queries and kilobytes.
// One request at a time.
const TIMES = Number(process.env.BENCH_REQUESTS ?? 60);
const LISTS = ['activity', 'answers', 'submissions', 'todos', 'badges', 'ledger'];

export async function measurePanel(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-panel-'));
  try {
    await stop(await startService(folder)); // the start has created the tables
    const { token, childId } = fillHistory(folder);
    const service = await startService(folder);
    const { url } = service;
    const cookie = await signIn(url, token);
    const child = `/panel/children/${childId}`;
    const pages = [
      '/panel',
      child,
      '/panel/approvals',
      `${child}/settings`,
      '/panel/link',
      '/panel/planets',
      '/panel/account',
      '/panel/privacy',
    ];
    for (const path of pages) await measure(url, path, { cookie, accept: 'text/html' });
    const lists = ['/api/children', '/api/approvals', ...LISTS.map((list) => `/api/children/${childId}/${list}`)];
    for (const path of lists) await measure(url, path, { cookie, accept: 'text/html', 'hx-request': 'true' });
    await stop(service);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signIn(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const created = await fetch(`${url}/app/auth/manager-code`, { method: 'POST', headers, body: '{}' });
  const { data } = (await created.json()) as { data: { code: string } };
  const body = JSON.stringify({ code: data.code });
  const response = await fetch(`${url}/api/auth/verify-code`, { method: 'POST', headers, body });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function measure(url: string, path: string, headers: Record<string, string>): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  const before = await queries(url);
  for (let i = 0; i < TIMES; i += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}${path}`, { headers, redirect: 'manual' });
    bytes = (await response.arrayBuffer()).byteLength;
    times.push(performance.now() - startedAt);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  }
  const each = ((await queries(url)) - before) / TIMES;
  const ms = median(times.slice(times.length / 10));
  console.log(
    `${path.padEnd(40)} ${ms.toFixed(2).padStart(7)} ms   ${each.toFixed(1).padStart(5)} queries   ${(bytes / 1000).toFixed(1)} kB`,
  );
}

async function queries(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^database_queries_total (\d+)/m.exec(text)?.[1]);
}
